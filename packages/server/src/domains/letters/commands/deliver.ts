import type { letters } from '@vypusk/contract'
import type { Call, Deps, Doer } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emit } from '../../../platform/events.ts'
import { RefusedForGood } from '../../../platform/mailer.ts'
import { outcomeOfDelivery } from '../../../platform/outcome.ts'
import type { JobKinds } from '../../../platform/jobs.ts'
import { NOBODY } from '../../../platform/person.ts'
import { refuse, refuseWith } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { MOST_ATTEMPTS, mayRepeat } from '../policy.ts'
import { reasonOf } from '../rules.ts'
import { lockMail, takeWaiting, writeAttempt } from '../store.ts'

/**
 * Tries one delivery once, holding its row: two workers never send the same. What became of it is
 * kept before the queue hears of the failure.
 * @throws the error, when trying again makes sense
 */
export async function deliver(deps: Deps, { delivery_id, repeat }: JobKinds['deliver']): Promise<void> {
  const doer: Doer = { deps, person: NOBODY }
  const again = await inTransaction(doer, async (tx) => {
    const waiting = await takeWaiting(tx, delivery_id)
    if (!waiting) return undefined
    const host = new URL(deps.settings.publicUrl).hostname
    const messageId = `<delivery-${delivery_id}${repeat ? `-${repeat}` : ''}@${host}>`
    const { target, subject, html, text, ics } = waiting
    const error = await deps.mailer
      .send({ messageId, to: target, subject, html, text, ics })
      .then(() => undefined, asError)
    return conclude(tx, doer, waiting, error)
  })
  if (again) throw again
}

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))

/** Writes down how an attempt went and tells the screens. @returns the error when the queue shall try again */
async function conclude(
  tx: Transaction,
  doer: Doer,
  { id, attempts }: { id: number; attempts: number },
  error: Error | undefined,
) {
  const tried = attempts + 1
  const final = error instanceof RefusedForGood || tried >= MOST_ATTEMPTS
  const state = error === undefined ? 'sent' : final ? 'failed' : 'queued'
  const last_error = error === undefined ? null : reasonOf(error)
  await writeAttempt(tx, id, { state, attempts: tried, last_error, at: momentOf(doer.deps.clock) })
  await tell(tx, doer, id)
  if (error !== undefined) doer.deps.log.warn({ err: error, delivery_id: id, state }, 'a letter did not leave')
  return state === 'queued' ? error : undefined
}

const tell = (tx: Transaction, doer: Doer, id: number) =>
  emit(tx, doer, { kind: 'changed', entity: 'delivery', entity_id: id, companies: [], data: {} })

/** A person has one delivery sent once more, whether it failed or arrived and was not found. */
export async function repeatDelivery(call: Call<typeof letters.retryDelivery>) {
  const { deps, params } = call
  const { id } = params
  await inTransaction(call, async (tx) => {
    const delivery = await lockMail(tx, id)
    if (!delivery) throw refuse('not_found')
    const answer = mayRepeat(delivery)
    if (answer !== true) throw refuseWith(answer)
    const at = momentOf(deps.clock)
    await writeAttempt(tx, id, { state: 'queued', attempts: 0, last_error: null, at })
    // A letter that arrived once would be taken for its own double under the same message id.
    const repeat = delivery.state === 'sent' ? { repeat: String(Date.parse(at)) } : {}
    await deps.jobs.send(tx, 'deliver', { delivery_id: id, ...repeat })
    await tell(tx, call, id)
  })
  return { message: 'Success', mail: await outcomeOfDelivery(deps, id) }
}
