export { giveAdministration } from './commands/console.ts'
/** What a directory changes of people as an administrator would: told to whoever looks, and of all their companies. */
export { blockFurther, keepFurther } from './commands/memberships.ts'
export { emitChange } from './commands/target.ts'
