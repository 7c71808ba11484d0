import type { Listener } from '../../platform/events.ts'
import type { Transaction } from '../../platform/transaction.ts'
import { lockFiles, usesOf, type Place } from './store/files.ts'

/** Links of a person whose access ends fetch nothing any more. */
export const endFileLinks: Listener<'user.shut_out'> = async (tx, { entity_id }) => {
  await tx.deleteFrom('file_links').where('user_id', '=', entity_id).execute()
}

/** `takeIn(taking)`: takes files of a multipart body in, for whoever sends them. */
export { takeIn } from './commands/keeping.ts'
/** `keepBytes(actor, file, attach)`: a file that the product has fetched itself. */
export { keepBytes } from './commands/fetched.ts'
/** `serve(actor, call, id)`: the bytes of a file that the person may have. */
export { serve } from './commands/serving.ts'

export interface Upload {
  id: number
  file_name: string
  uploaded_by: number | null
  /** Uploaded by the provider's people. */
  isRivc: boolean
  /** Where it is attached already. */
  used_in: Place[]
}

/**
 * Takes files until the transaction ends, so that nobody removes or attaches them meanwhile.
 * @param ids unknown and removed ones are left out
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
