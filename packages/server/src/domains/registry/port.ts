import type { Actor } from '../../platform/call.ts'
import { bringBack } from '../../platform/deleted.ts'
import type { Transaction } from '../../platform/transaction.ts'

/** `entryFinder`: entries by number and by words, for the search over everything. */
export { entryFinder } from './queries/finding.ts'
/** `registryMatters`: what of the registry waits for people. */
export { registryMatters } from './queries/waiting.ts'
/** The list of steps as `administration` changes it. */
export { registryStepList } from './store.ts'

/** @returns false when the entry is not deleted */
export const restoreEntry = (tx: Transaction, actor: Actor, id: number): Promise<boolean> =>
  bringBack(tx, actor, { entity: 'registry_entry', table: 'registry_entries', id })
