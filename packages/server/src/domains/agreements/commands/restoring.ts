import type { Actor } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emit } from '../../../platform/events.ts'
import { recordChanges } from '../../../platform/history.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { releaseFor } from '../../releases/port.ts'
import { reasons } from '../policy.ts'
import { liveAgreement } from '../queries/agreements.ts'
import { lifeTitles } from '../rules/titles.ts'
import { lockDeleted, pairOf, updateAgreement } from '../store/agreements.ts'
import { checkPair } from './save.ts'

/**
 * Restores a deleted agreement as one that was never sent. The release is locked, so that somebody who creates an
 * agreement for the same release and company at this moment waits, and the pair never has two.
 * @returns false when it is not deleted
 * @throws 422 when the release is deleted or the company is not in it, 409 when the pair has another agreement
 */
export async function restoreAgreement(tx: Transaction, actor: Actor, id: number): Promise<boolean> {
  const pair = await pairOf(tx, id)
  if (!pair) return false
  if (!(await releaseFor(tx, pair.release_id))) throw refuseWith(reasons.releaseDeleted)
  // Locks the release before its agreement, in the same order as everywhere else.
  await checkPair(tx, pair)
  const deleted = await lockDeleted(tx, id)
  if (!deleted) return false
  const taken = await liveAgreement.first(tx, { release_id: deleted.release_id, company_id: deleted.company_id })
  if (taken) throw refuseWith(reasons.placeTaken, taken)
  const unsent = { by_rivc: false, by_client: false, sent_at: null, heard_at: null }
  const back = { ...unsent, deleted_at: null, updated_at: momentOf(actor.deps.clock) }
  const version = await updateAgreement(tx, id, back)
  await recordChanges(tx, actor, {
    entity: 'agreement',
    entity_id: id,
    titles: lifeTitles,
    before: { live: 'удалено' },
    after: { live: 'создано' },
  })
  const companies = [deleted.company_id]
  const frame = { entity: 'agreement' as const, entity_id: id, version, companies }
  await emit(tx, actor, { ...frame, kind: 'changed', data: {} })
  await emit(tx, actor, { ...frame, kind: 'agreement.returned', data: { agreement_id: id } })
  return true
}
