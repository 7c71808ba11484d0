import { setTimeout as pause } from 'node:timers/promises'
import type { letters } from '@vypusk/contract'
import { allow } from '../../../platform/ability.ts'
import type { Call, Deps, Doer } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { asError, concludeAttempt, tellOfDelivery, writeAttempt } from '../../../platform/deliveries.ts'
import { refusalOfTrouble } from '../../../platform/database-away.ts'
import { RefusedForGood } from '../../../platform/mailer.ts'
import { outcomeOfDelivery } from '../../../platform/outcome.ts'
import type { JobKinds } from '../../../platform/jobs.ts'
import { NOBODY } from '../../../platform/person.ts'
import { refuse } from '../../../platform/refusal.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { NO_LONGER_THEIRS } from '../../publications/port.ts'
import { mayRepeat } from '../policy.ts'
import { reasonOf } from '../rules.ts'
import { lockDelivery, takeWaiting } from '../store.ts'
import { asItMayGo } from './renewing.ts'

const STOPPED = { error: new Error(NO_LONGER_THEIRS), reason: NO_LONGER_THEIRS, isFinal: true }

/** The mail server has not taken the letter: what was written of its taking goes with the transaction. */
class NotTaken extends Error {
  override name = 'NotTaken'
}

/** Between one try and the next to write down what is known already. */
const AGAIN_MS = 500

/**
 * The mail server has the letter and the database left before it was told: this process knows, and tells it when it is
 * back, instead of sending the letter a second time.
 */
async function keepTaken(doer: Doer, delivery_id: number): Promise<void> {
  const keep = () =>
    inTransaction(doer, async (tx) => {
      const waiting = await takeWaiting(tx, delivery_id)
      if (waiting) await concludeAttempt(tx, doer, waiting, undefined)
    })
  for (;;) {
    const error = await keep().then(() => undefined, asError)
    if (!error) return
    if (!refusalOfTrouble(error)) throw error
    // Nothing waits for the end of a process that is ending.
    await pause(AGAIN_MS, undefined, { ref: false })
  }
}

/** @returns the error when the queue shall try again */
const keepNotTaken = (doer: Doer, delivery_id: number, error: Error) =>
  inTransaction(doer, async (tx) => {
    const waiting = await takeWaiting(tx, delivery_id)
    const failure = { error, reason: reasonOf(error), isFinal: error instanceof RefusedForGood }
    return waiting && concludeAttempt(tx, doer, waiting, failure)
  })

/**
 * Sends what waits, holding its row: two workers never send the same. That it was sent is written before it is: of
 * what can break after the mail server's word only the COMMIT is left.
 * @throws NotTaken, or what the database is in trouble with
 */
async function send(doer: Doer, { delivery_id, repeat }: JobKinds['deliver'], onTaken: () => void): Promise<void> {
  const { deps } = doer
  await inTransaction(doer, async (tx) => {
    const waiting = await takeWaiting(tx, delivery_id)
    if (!waiting) return
    const host = new URL(deps.settings.publicUrl).hostname
    const messageId = `<delivery-${delivery_id}${repeat ? `-${repeat}` : ''}@${host}>`
    const written = await asItMayGo(tx, deps, waiting)
    await concludeAttempt(tx, doer, waiting, written ? undefined : STOPPED)
    if (!written) return
    const { subject, html, text } = written
    const { target, ics } = waiting
    await deps.mailer.send({ messageId, to: target, subject, html, text, ics }).catch((error: unknown) => {
      throw new NotTaken('the letter was not taken', { cause: asError(error) })
    })
    onTaken()
  })
}

/**
 * Tries one delivery once. What became of it is kept before the queue hears of the failure.
 * @throws the error, when trying again makes sense
 */
export async function deliver(deps: Deps, job: JobKinds['deliver']): Promise<void> {
  const doer: Doer = { deps, person: NOBODY }
  const { delivery_id } = job
  let isTaken = false
  const error = await send(doer, job, () => (isTaken = true)).then(() => undefined, asError)
  if (!error) return
  if (isTaken) return keepTaken(doer, delivery_id)
  if (!(error instanceof NotTaken)) throw error
  const again = await keepNotTaken(doer, delivery_id, asError(error.cause))
  if (again) throw again
}

/** A person has one delivery tried once more, whether it failed or arrived and was not found. */
export async function repeatDelivery(call: Call<typeof letters.retryDelivery>) {
  const { deps, params } = call
  const { id } = params
  const kind = await inTransaction(call, async (tx) => {
    const delivery = await lockDelivery(tx, id)
    if (!delivery) throw refuse('not_found')
    allow(mayRepeat(delivery, { hasFtp: deps.remote !== null }))
    const at = momentOf(deps.clock)
    await writeAttempt(tx, id, { state: 'queued', attempts: 0, last_error: null, at })
    // A letter that arrived once would be taken for its own double under the same message id.
    const repeat = delivery.state === 'sent' ? { repeat: String(Date.parse(at)) } : {}
    if (delivery.kind === 'ftp') await deps.jobs.send(tx, 'copy', { delivery_id: id })
    else await deps.jobs.send(tx, 'deliver', { delivery_id: id, ...repeat })
    await tellOfDelivery(tx, call, id)
    return delivery.kind
  })
  const outcome = await outcomeOfDelivery(deps, id)
  const none = 'none' as const
  return { message: 'Success', ...(kind === 'ftp' ? { mail: none, ftp: outcome } : { mail: outcome, ftp: none }) }
}
