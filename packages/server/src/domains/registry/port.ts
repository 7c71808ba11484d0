/** `entryFinder`: finds entries by number and words, for the search over everything. */
export { entryFinder } from './queries/finding.ts'
/** `registryMatters`: the entries that wait for somebody. */
export { registryMatters } from './queries/waiting.ts'
/** The list of steps as `administration` changes it. */
export { registryStepList } from './store.ts'

/** `restoreEntry(tx, actor, id)`: restores a deleted entry; false if it is not deleted. */
export { restoreEntry } from './commands/restoring.ts'
