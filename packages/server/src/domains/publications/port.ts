/** `judge(tx, draft)`: what publishing a draft would hand over to whom, and what speaks against it. */
export { judge } from './commands/publishing.ts'
export type { Handed } from './rules/copies.ts'
