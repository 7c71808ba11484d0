import type { Actor } from '../../platform/call.ts'
import { bringBack } from '../../platform/deleted.ts'
import type { Transaction } from '../../platform/transaction.ts'

/** `entryFinder`: finds entries by number and words, for the search over everything. */
export { entryFinder } from './queries/finding.ts'
/** `registryMatters`: the entries that wait for somebody. */
export { registryMatters } from './queries/waiting.ts'
/** The list of steps as `administration` changes it. */
export { registryStepList } from './store.ts'

/** Restores a deleted entry. @returns false if it is not deleted */
export const restoreEntry = (tx: Transaction, actor: Actor, id: number): Promise<boolean> =>
  bringBack(tx, actor, { entity: 'registry_entry', table: 'registry_entries', id })
