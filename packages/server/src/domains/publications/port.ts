/** `judge(tx, draft)`: what publishing a draft would hand over to whom, and what speaks against it. */
export { judge } from './commands/publishing.ts'
/** `publicationFinder`: publications by number, releases and text, for the search over everything. */
export { publicationFinder } from './queries/finding.ts'
export type { Handed } from './rules/copies.ts'
/** The sentence of a delivery that was stopped because its company gets the release no more. */
export { NO_LONGER_THEIRS } from './policy.ts'
