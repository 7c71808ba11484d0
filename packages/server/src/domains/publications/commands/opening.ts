import type { publications } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { publicationDetail } from '../queries/detail.ts'
import { openingOf } from '../queries/by-company.ts'
import { insertOpening } from '../store.ts'

/** Returns one publication; records the first time that a client opens it. */
export async function openPublication(
  call: Call<typeof publications.getPublication>,
): Promise<publications.Publication> {
  const { deps, person, params, query } = call
  const found = await publicationDetail(deps.db, person, params.id, query)
  const { id: user_id, idcomp } = person
  if (idcomp === null) return found
  const opening = { publication_id: params.id, user_id, idcomp }
  if (await openingOf.first(deps.db, opening)) return found
  await inTransaction(call, (tx) => insertOpening(tx, { ...opening, at: momentOf(deps.clock) }))
  return found
}
