import { setTimeout as pause } from 'node:timers/promises'
import type { letters } from '@vypusk/contract'
import { allow } from '../../../../platform/ability.ts'
import type { Call, Deps, Actor } from '../../../../platform/call.ts'
import { momentOf } from '../../../../platform/clock.ts'
import type { Addresses } from '../../../../platform/database/addresses.ts'
import { unfolded } from '../../../../platform/documents/icalendar.ts'
import { asError } from '../../../../platform/runtime/as-error.ts'
import { refusalOfTrouble } from '../../../../platform/database/away.ts'
import { RefusedForGood } from '../../../../platform/external/mailer.ts'
import type { JobKinds } from '../../../../platform/jobs.ts'
import { whileTaken } from '../../../../platform/lock.ts'
import { NOBODY } from '../../../../platform/person.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { inTransaction } from '../../../../platform/transaction.ts'
import {
  concludeAttempt,
  isOfJob,
  lockDelivery,
  outcomeOfDelivery,
  queueAgain,
  sendJobs,
  takeWaiting,
  announceOfDelivery,
  writeAttempt,
  writeTarget,
  type Failure,
} from '../../../deliveries/port.ts'
import { isShownTo, mayRepeat } from '../../policy.ts'
import { addressOf } from '../../queries/accounts.ts'
import { reasonOf } from '../../rules.ts'
import { waitingLetter } from '../../store/letters.ts'
import { keepAsSent, keepLeftOut } from '../../store/sent.ts'
import type { LetterText } from '../waiting/letters.ts'
import { asItMayGo } from '../waiting/renewing.ts'
import { replyToNow } from '../waiting/replies.ts'

/** A letter that is never sent. */
const stopped = ({ reason, isNeedless = false }: { reason: string; isNeedless?: boolean }): Failure => ({
  error: new Error(reason),
  reason,
  isFinal: true,
  isNeedless,
})

/** The pause between two attempts to record a sent letter. */
const AGAIN_MS = 500

type Waiting = NonNullable<Awaited<ReturnType<typeof waitingLetter>>>

/** Records the result, unless another process has. @returns the error if the queue should try again */
const conclude = (actor: Actor, waiting: Waiting, failure?: Failure) =>
  inTransaction(actor, (tx) => concludeAttempt(tx, actor, waiting, failure))

/** Records that a letter was sent, and what it said if it was written again. */
const concludeSent = (actor: Actor, waiting: Waiting, { left_out, ...sent }: LetterText) =>
  inTransaction(actor, async (tx) => {
    const { subject, html, text, told_sha, release_ids } = sent
    const isAsWritten = subject === waiting.subject && html === waiting.html && text === waiting.text
    if (!isAsWritten) await keepAsSent(tx, waiting, { subject, html, text, told_sha, release_ids })
    if (left_out) await keepLeftOut(tx, waiting.id, left_out, momentOf(actor.deps.clock))
    await concludeAttempt(tx, actor, waiting, undefined)
  })

/** Records only that a letter was sent, when what follows from that fails: otherwise it would be sent again. */
const keepSentAlone = (actor: Actor, delivery_id: number) =>
  inTransaction(actor, async (tx) => {
    const waiting = await takeWaiting(tx, delivery_id)
    if (!waiting) return
    const sent = { state: 'sent' as const, attempts: waiting.attempts + 1, last_error: null, needless: false }
    await writeAttempt(tx, delivery_id, { ...sent, at: momentOf(actor.deps.clock) })
  })

/**
 * Records that the mail server has accepted the letter. If the database is unreachable, it tries until it is back,
 * instead of sending the letter a second time.
 */
async function keepSent(actor: Actor, waiting: Waiting, sent: LetterText): Promise<void> {
  for (;;) {
    const error = await concludeSent(actor, waiting, sent).then(() => undefined, asError)
    if (!error) return
    if (!refusalOfTrouble(error)) {
      await keepSentAlone(actor, waiting.id)
      throw error
    }
    // This pause must not keep an ending process alive.
    await pause(AGAIN_MS, undefined, { ref: false })
  }
}

/**
 * A letter that is stored under its reader goes where this person is reached by now: what it tells is told in no other
 * letter.
 */
async function toReader(actor: Actor, waiting: Waiting): Promise<Waiting> {
  const { id, entity, entity_id, target: former } = waiting
  if (entity !== 'notice') return waiting
  const target = (await addressOf.first(actor.deps.db, { id: entity_id }))?.email ?? former
  if (target.toLowerCase() === former.toLowerCase()) return waiting
  await inTransaction(actor, (tx) => writeTarget(tx, id, target))
  return { ...waiting, target }
}

/** The letter as it is sent: the system may have moved to another address while it waited. */
const atPresent = <Text extends Pick<LetterText, 'html' | 'text'>>(
  text: Text,
  { atPresent: moved }: Addresses,
): Text => ({
  ...text,
  html: moved(text.html),
  text: moved(text.text),
})

/** Sends a waiting letter, with no transaction open while the mail server takes its time. */
async function attempt(actor: Actor, job: JobKinds['deliver']): Promise<void> {
  const { db, mailer, settings, addresses } = actor.deps
  const { delivery_id } = job
  const found = await waitingLetter(db, delivery_id)
  if (!found || !isOfJob(found, job)) return
  const waiting = await toReader(actor, found)
  const outcome = await asItMayGo(db, actor.deps, waiting)
  if ('reason' in outcome) return void (await conclude(actor, waiting, stopped(outcome)))
  const written = atPresent(outcome, addresses)
  const host = new URL(settings.publicUrl).hostname
  const { subject, html, text } = written
  const { target, repeated_at } = waiting
  const replyTo = await replyToNow(db, waiting)
  const ics = waiting.ics && unfolded(waiting.ics, addresses.atPresent)
  const messageId = `<delivery-${delivery_id}${repeated_at ? `-${Date.parse(repeated_at)}` : ''}@${host}>`
  const letter = { messageId, to: target, replyTo, subject, html, text, ics }
  const error = await mailer.send(letter).then(() => undefined, asError)
  if (!error) return keepSent(actor, waiting, written)
  const isFinal = error instanceof RefusedForGood
  const again = await conclude(actor, waiting, { error, reason: reasonOf(error), isFinal })
  if (again) throw again
}

/**
 * Makes one attempt at a delivery; two workers never send the same one. The result is recorded before the queue learns
 * of a failure.
 * @throws the error, if another attempt makes sense
 */
export async function deliver(deps: Deps, job: JobKinds['deliver']): Promise<void> {
  const actor: Actor = { deps, person: NOBODY }
  const isDone = await whileTaken(deps.db, 'letter', job.delivery_id, () => attempt(actor, job))
  if (!isDone) throw new Error(`letter ${job.delivery_id} is already being sent`)
}

/** Lets a person repeat a delivery, whether it failed or was sent and did not arrive. */
export async function repeatDelivery(call: Call<typeof letters.retryDelivery>) {
  const { deps, person, params } = call
  const { id } = params
  const kind = await inTransaction(call, async (tx) => {
    const delivery = await lockDelivery(tx, id)
    if (!delivery || !isShownTo(person, delivery)) throw refuse('not_found')
    allow(mayRepeat(delivery, { hasFtp: deps.remote !== null }))
    await sendJobs(tx, deps.jobs, await queueAgain(tx, [id], momentOf(deps.clock)))
    await announceOfDelivery(tx, call, id)
    return delivery.kind
  })
  const outcome = await outcomeOfDelivery(deps, id)
  const none = 'none' as const
  return { message: 'Success', ...(kind === 'ftp' ? { mail: none, ftp: outcome } : { mail: outcome, ftp: none }) }
}
