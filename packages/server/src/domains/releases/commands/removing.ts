import type { releases } from '@vypusk/contract'
import type { Call, Actor } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { refuse } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { attachFree, detachFromRelease } from '../../requests/port.ts'
import { changeRelease, emitChange } from './changing.ts'
import { mayRestore } from '../policy.ts'
import { releaseDetail } from '../queries/detail.ts'
import { historyRow } from '../store/recorded.ts'
import {
  deletionOf,
  holdStep,
  isStepRevalued,
  lockDeleted,
  patchRow,
  writeFields,
  writeStepChange,
} from '../store/releases.ts'

/** Deletes a release; its requests become free. */
export function removeRelease(call: Call<typeof releases.remove>) {
  const { id } = call.params
  return changeRelease(
    call,
    { id, action: 'delete' },
    async (tx) => {
      await detachFromRelease(tx, call, id, 'all')
      await writeFields(tx, id, { deleted_at: momentOf(call.deps.clock) })
      return { reason: call.query.client_reason }
    },
    async () => ({ message: 'Success' }),
  )
}

/** «Планирование», the first step, which can be neither hidden nor given another meaning. */
const PLANNING = 0
const STEP_CHANGED = 'Прежний этап с тех пор скрыли, или он значит другое'

/**
 * Returns the step on which a deleted release returns: its own, unless that was hidden or given another meaning, both of
 * which are refused while a release is on it. The step cannot change before the transaction ends.
 */
async function stepOnReturn(tx: Transaction, step_id: number, deletion: { id: number | null }): Promise<number> {
  if (!(await holdStep(tx, step_id))) return PLANNING
  const isRevalued = deletion.id !== null && (await isStepRevalued(tx, step_id, deletion.id))
  return isRevalued ? PLANNING : step_id
}

/**
 * Restores a deleted release with those of its requests that are still free.
 * @returns the requests that are in other releases by now
 * @throws 404 if it is not deleted, 403 if the person may not restore it
 */
export async function restoreInside(tx: Transaction, actor: Actor, id: number): Promise<number[]> {
  const deleted = await lockDeleted(tx, id)
  if (!deleted) throw refuse('not_found')
  const deletion = await deletionOf(tx, id)
  if (!mayRestore(actor.person, deletion)) throw refuse('forbidden')
  const row = await historyRow(tx, id)
  const step_id = await stepOnReturn(tx, deleted.step_id, deletion)
  const note = step_id === deleted.step_id ? undefined : STEP_CHANGED
  if (note) await writeStepChange(tx, actor, id, step_id, note)
  const version = await patchRow(tx, actor, id, { deleted_at: null, step_id })
  const taken = await attachFree(tx, actor, id, deletion.requests)
  await emitChange(tx, actor, id, { row }, { version, note })
  return deletion.requests.filter((request) => !taken.includes(request))
}

/**
 * Brings a deleted release back. @returns also the requests that meanwhile belong to another. @throws 404, 403 for
 * those who may not
 */
export function restoreRelease(call: Call<typeof releases.restore>) {
  const { id } = call.params
  return inTransaction(call, async (tx) => {
    const requests_lost = await restoreInside(tx, call, id)
    return { message: 'Success', release: await releaseDetail(call, id, tx), requests_lost }
  })
}
