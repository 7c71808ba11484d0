export { giveAdministration } from './commands/console.ts'
