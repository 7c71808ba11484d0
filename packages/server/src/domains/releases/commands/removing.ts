import type { releases } from '@vypusk/contract'
import type { Call, Actor } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { refuse } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { attachFree, detachFromRelease } from '../../requests/port.ts'
import { changeRelease, emitChange } from './changing.ts'
import { mayRestore } from '../policy.ts'
import { releaseDetail } from '../queries/detail.ts'
import { deletionOf, historyRow, lockDeleted, patchRow } from '../store.ts'

/** Deletes a release; its requests become free. */
export function removeRelease(call: Call<typeof releases.remove>) {
  const { id } = call.params
  return changeRelease(
    call,
    { id, action: 'delete' },
    async (tx) => {
      await detachFromRelease(tx, call, id, 'all')
      const version = await patchRow(tx, call, id, { deleted_at: momentOf(call.deps.clock) })
      return { version, reason: call.query.client_reason }
    },
    async () => ({ message: 'Success' }),
  )
}

/**
 * Restores a deleted release with those of its requests that are still free.
 * @returns the requests that are in other releases by now
 * @throws 404 if it is not deleted, 403 if the person may not restore it
 */
export async function restoreInside(tx: Transaction, actor: Actor, id: number): Promise<number[]> {
  if (!(await lockDeleted(tx, id))) throw refuse('not_found')
  const deletion = await deletionOf(tx, id)
  if (!mayRestore(actor.person, deletion)) throw refuse('forbidden')
  const row = await historyRow(tx, id)
  const version = await patchRow(tx, actor, id, { deleted_at: null })
  const taken = await attachFree(tx, actor, id, deletion.requests)
  await emitChange(tx, actor, id, { row }, { version })
  return deletion.requests.filter((request) => !taken.includes(request))
}

export function restoreRelease(call: Call<typeof releases.restore>) {
  const { id } = call.params
  return inTransaction(call, async (tx) => {
    const requests_lost = await restoreInside(tx, call, id)
    return { message: 'Success', release: await releaseDetail(call, id, tx), requests_lost }
  })
}
