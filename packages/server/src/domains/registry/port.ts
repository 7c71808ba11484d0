/** `entryFinder`: entries by number and by words, for the search over everything. */
export { entryFinder } from './queries/finding.ts'
