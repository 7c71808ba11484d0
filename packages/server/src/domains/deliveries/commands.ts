import type { Expression, SqlBool } from 'kysely'
import type { Actor, Deps } from '../../platform/call.ts'
import { daysAgo, momentOf } from '../../platform/clock.ts'
import { emit } from '../../platform/events.ts'
import { recordMany } from '../../platform/history.ts'
import { PRODUCT } from '../../platform/person.ts'
import { UNSURE } from '../../platform/unsure.ts'
import { inTransaction, type Transaction } from '../../platform/transaction.ts'
import { provedDelivery } from './queries.ts'
import { MOST_ATTEMPTS, outcomeInWords } from './rules.ts'
import {
  leaveToPeople,
  lockDeliveries,
  queueAgain,
  sendJobs,
  takeWaiting,
  writeAttempt,
  type OfDelivery,
} from './store.ts'
import './events.ts'

/** Only staff see letters and copies, so no companies are named. */
const frameOf = (entity_id: number) => ({ entity: 'delivery' as const, entity_id, companies: [] })

/** Makes open screens that show the delivery read it again. */
export const announceOfDelivery = (tx: Transaction, actor: Actor, id: number) =>
  emit(tx, actor, { ...frameOf(id), kind: 'changed', data: {} })

export interface Failure {
  error: Error
  /** The explanation for the person who has to act on it. */
  reason: string
  /** Another attempt would not help. */
  isFinal: boolean
  /** There is nothing left to send, so nobody has to act: no notice is written, and it waits for nobody. */
  isNeedless?: boolean
}

/** Records whether a letter or a copy arrived, in the chain of every release and company it was about. */
async function recordOutcome(tx: Transaction, { deps }: Actor, id: number, failure: Failure | undefined) {
  const delivery = await provedDelivery(tx, id)
  if (!delivery) return
  const { entity, entity_id, chains } = delivery
  const after = { delivery: outcomeInWords(delivery, failure === undefined) }
  const titles = { delivery: 'Доставка' }
  const change = { entity_id, titles, before: null, after, via: 'schedule' as const, note: failure?.reason }
  const all = chains.map((chain) => (entity === 'agreement' ? { ...change, entity } : { ...change, entity, chain }))
  await recordMany(tx, { deps, person: PRODUCT }, all)
}

/** Informs staff of a delivery that failed for good, unless nobody has to act; of any other, only open screens. */
const announce = (tx: Transaction, actor: Actor, id: number, isFailed: boolean) =>
  isFailed ? emit(tx, actor, { ...frameOf(id), kind: 'delivery.failed', data: {} }) : announceOfDelivery(tx, actor, id)

/** How a delivery stands after one more attempt. */
function stateAfter(before: number, failure: Failure | undefined) {
  const attempts = before + 1
  if (!failure) return { state: 'sent' as const, attempts, last_error: null, needless: false }
  const isOver = failure.isFinal || attempts >= MOST_ATTEMPTS
  const state = isOver ? ('failed' as const) : ('queued' as const)
  return { state, attempts, last_error: failure.reason, needless: failure.isNeedless === true }
}

/** The delivery as the attempt began, see `isOfJob`. */
interface Tried {
  id: number
  generation: number
}

/**
 * Stores how an attempt went and informs open screens, before a failure is reported to the queue. What has been ended
 * meanwhile stays as it is; of what a person has queued again, another job is still to make the attempts.
 * @returns the error when the queue should try again
 */
export async function concludeAttempt(
  tx: Transaction,
  actor: Actor,
  { id, generation }: Tried,
  failure: Failure | undefined,
): Promise<Error | undefined> {
  const waiting = await takeWaiting(tx, id)
  if (!waiting || (failure && waiting.generation !== generation)) return undefined
  const { state, needless, ...attempt } = stateAfter(waiting.attempts, failure)
  await writeAttempt(tx, id, { state, needless, ...attempt, at: momentOf(actor.deps.clock) })
  if (state !== 'queued') await recordOutcome(tx, actor, id, failure)
  await announce(tx, actor, id, state === 'failed' && !needless)
  if (failure) actor.deps.log.warn({ err: failure.error, delivery_id: id, state }, 'a delivery did not arrive')
  return state === 'queued' ? failure?.error : undefined
}

/** What was stopped longer ago is sent only by a person: newer things may have been sent since. */
const RESUMED_WITHIN_DAYS = 30

/** The moment since which deliveries are resumed, ISO 8601. */
export const resumedSince = ({ clock }: Pick<Deps, 'clock'>): string => daysAgo(clock, RESUMED_WITHIN_DAYS)

/**
 * Queues deliveries again that were ended because there was nothing left to send, and now there is. Those that may have
 * been sent before a restore are left to people.
 * @param isDue those that are sent after all, of the deliveries `d` that were ended since then
 */
export async function resume(deps: Deps, isDue: (eb: OfDelivery, since: string) => Expression<SqlBool>): Promise<void> {
  const actor = { deps, person: PRODUCT }
  await inTransaction(actor, async (tx) => {
    const since = resumedSince(deps)
    const due = await lockDeliveries(tx, (eb) => isDue(eb, since))
    const idsOf = (isUnsure: boolean) =>
      due.filter(({ last_error }) => (last_error === UNSURE) === isUnsure).map(({ id }) => id)
    const [sent, unsure] = [idsOf(false), idsOf(true)]
    if (sent.length > 0) await sendJobs(tx, deps.jobs, await queueAgain(tx, sent, momentOf(deps.clock)))
    if (unsure.length > 0) await leaveToPeople(tx, unsure)
    for (const { id, last_error } of due) await announce(tx, actor, id, last_error === UNSURE)
  })
}
