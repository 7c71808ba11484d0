import type { planning } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { today } from '../../../platform/clock.ts'
import { outcomeOfAll } from '../../deliveries/port.ts'
import { refuseField } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { changeInside, lockUnchanged } from '../../agreements/port.ts'
import { lockReleases, replanRelease } from '../../releases/port.ts'
import { mayChangeVariant, reasons } from '../policy.ts'
import { emitChange } from './announcing.ts'
import { knownOf } from '../queries/known.ts'
import { triedOf, weigh } from '../queries/preview.ts'
import { deleteVariant, lockVariant } from '../store.ts'

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
 * Deletes the variant that is being saved if the caller may change it. Another person's variant is kept; one that has
 * been deleted or unshared since it was opened does not keep the releases from being saved.
 */
async function endVariant(tx: Transaction, call: Saving) {
  const { person, body } = call
  const variant = body.variant_id ? await lockVariant(tx, body.variant_id) : undefined
  if (!variant || mayChangeVariant(person, variant) !== true) return
  await deleteVariant(tx, variant.id)
  await emitChange(tx, call, 'planning', variant.id)
}

/**
 * Saves all changes or none. First all releases are locked, then all agreements that move, each in the order of their
 * ids, so that no two acts at once can deadlock; the dates that were weighed must still be the present ones.
 */
export async function savePlan(call: Saving) {
  const { body, deps } = call
  const events: number[] = []
  const saved = await inTransaction(call, async (tx) => {
    const moves = await movesOf(tx, call)
    const lost = moves.filter(({ is_approval_lost }) => is_approval_lost).length
    if (lost > 0 && !body.reason) throw refuseField('reason', reasons.lostApprovals(lost))
    await lockReleases(
      tx,
      body.changes.map(({ release_id }) => release_id),
    )
    await lockUnchanged(tx, call, moves)
    const brought = []
    for (const change of body.changes.toSorted((a, b) => a.release_id - b.release_id)) {
      const { release_id } = change
      const bring = body.bring.find((each) => each.release_id === release_id)?.bring
      brought.push({ release_id, ...(await replanRelease(tx, call, { ...change, bring })) })
    }
    for (const { id, releaseDate, releaseTime } of moves) {
      const why = { cancel_reason: body.reason, against_reason: body.reason }
      const date = { updateTarget: 4 as const, releaseDate, releaseTime, ...why }
      const event_id = await changeInside(tx, call, { id, body: date, via: 'screen' })
      if (event_id !== null) events.push(event_id)
    }
    await endVariant(tx, call)
    return { message: 'Success', mail: 'queued' as const, brought }
  })
  return { ...saved, mail: await outcomeOfAll(deps, events) }
}
