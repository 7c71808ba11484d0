import type { planning } from '@vypusk/contract'
import { earlyReply } from '../../../platform/http/idempotency.ts'
import type { Call } from '../../../platform/call.ts'
import { today } from '../../../platform/clock.ts'
import { outcomeOfAll } from '../../deliveries/port.ts'
import { refuseField } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { lockUnchanged, redateInside } from '../../agreements/port.ts'
import { lockReleases, replanEach } from '../../releases/port.ts'
import { reasons } from '../policy.ts'
import { emitChange } from './announcing.ts'
import { knownOf } from '../queries/known.ts'
import { triedOf, weigh } from '../queries/preview.ts'
import { deleteVariant, lockVariantOf } from '../store.ts'

type Saving = Call<typeof planning.save>

/** The moves of installation dates caused by the changes, computed before any of them is applied. */
async function movesOf(tx: Transaction, { deps, person, body }: Saving) {
  const now = today(deps.clock)
  const known = await knownOf({ db: tx, clock: deps.clock }, person, now)
  const { effects } = await weigh(known, await triedOf(tx, known, body.changes), [], now)
  const planned = new Map(known.installations.map((installation) => [installation.id, installation]))
  return effects
    .flatMap(({ moved }) => moved)
    .flatMap(({ agreement_id: id, to: releaseDate, is_approval_lost }) => {
      const from = planned.get(id)
      return from ? [{ id, version: from.version, releaseDate, releaseTime: from.releaseTime, is_approval_lost }] : []
    })
}

/**
 * Deletes the variant that was saved. Another person's variant is kept while its author is here; one that has been
 * deleted since it was opened does not keep the releases from being saved.
 */
async function endVariant(tx: Transaction, call: Saving, id: number) {
  await deleteVariant(tx, id)
  await emitChange(tx, call, 'planning', id)
}

/**
 * Saves all changes or none. First the variant is locked, as when it is saved, then all releases, then all agreements
 * that move, each in the order of their ids, so that no two acts at once can deadlock; the dates that were weighed must
 * still be the present ones.
 */
export async function savePlan(call: Saving) {
  const { body, deps, person } = call
  let events: number[] = []
  const saved = await inTransaction(call, async (tx) => {
    const moves = await movesOf(tx, call)
    const lost = moves.filter(({ is_approval_lost }) => is_approval_lost).length
    if (lost > 0 && !body.reason) throw refuseField('reason', reasons.lostApprovals(lost))
    const variant = body.variant_id ? await lockVariantOf(tx, body.variant_id, person.id) : undefined
    const known = await lockReleases(
      tx,
      body.changes.map(({ release_id }) => release_id),
    )
    await lockUnchanged(tx, call, moves)
    const bringOf = new Map(body.bring.map(({ release_id, bring }) => [release_id, bring]))
    const brought = await replanEach(
      tx,
      call,
      body.changes.map((change) => ({ ...change, bring: bringOf.get(change.release_id) })),
      known,
    )
    const why = { cancel_reason: body.reason, against_reason: body.reason }
    events = await redateInside(
      tx,
      call,
      moves.map(({ id, releaseDate, releaseTime }) => ({ id, releaseDate, releaseTime, ...why })),
    )
    if (variant) await endVariant(tx, call, variant.id)
    return earlyReply({ message: 'Success', mail: 'queued' as const, brought })
  })
  return { ...saved, mail: await outcomeOfAll(deps, events) }
}
