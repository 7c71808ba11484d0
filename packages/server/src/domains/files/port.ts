import type { Listener } from '../../platform/events.ts'
import type { Transaction } from '../../platform/transaction.ts'
import { lockFiles, removeLinksOf, usesOf, type Place } from './store/files.ts'

/** Deletes the links of a person whose access ends. */
export const endFileLinks: Listener<'user.shut_out'> = async (tx, { entity_id }) => {
  await removeLinksOf(tx, entity_id)
}

/** `takeIn(taking)`: stores the files of a multipart body, for any sender. */
export { takeIn } from './commands/files.ts'
/** `keepBytes(actor, file, attach)`: creates a file that the product has fetched itself. */
export { keepBytes } from './commands/fetched.ts'
/** `sweepFileLinks(deps)`: deletes links to files that are over. */
export { sweepFileLinks } from './commands/sweeping.ts'
/** `otherStore(deps)`: whether the files of the system are not in the store at all. */
export { otherStore } from './commands/other-store.ts'
/** `damagedFiles(deps)`: reads every stored file, and yields those that are not what was accepted. */
export { damagedFiles } from './commands/rereading.ts'
/** `serve(actor, call, id)`: serves a file that the person may have. */
export { serve } from './commands/serving.ts'

export interface Upload {
  id: number
  file_name: string
  uploaded_by: number | null
  /** Whether it was uploaded by the provider's people. */
  isRivc: boolean
  /** Where it is attached already. */
  used_in: Place[]
}

/**
 * Locks files until the transaction ends, so that nobody deletes or attaches them meanwhile.
 * @param ids unknown and deleted ones are left out
 */
export async function lockUploads(tx: Transaction, ids: number[]): Promise<Upload[]> {
  if (ids.length === 0) return []
  const rows = await lockFiles(tx, ids)
  const uses =
    rows.length > 0
      ? await usesOf(
          tx,
          rows.map(({ id }) => id),
        )
      : []
  const places = Map.groupBy(uses, ({ file_id }) => file_id)
  return rows.map((row) => ({ ...row, used_in: (places.get(row.id) ?? []).map(({ place }) => place) }))
}
