import { webhooks } from '@vypusk/contract'
import type { Deps, Actor } from '../../../platform/call.ts'
import { daysAgo, momentOf } from '../../../platform/clock.ts'
import { asError } from '../../../platform/runtime/as-error.ts'
import { emit } from '../../../platform/events.ts'
import { recordChanges } from '../../../platform/history.ts'
import { DAY_OF_RETRIES, jobPauseAfter, type JobKinds } from '../../../platform/jobs.ts'
import { whileTaken } from '../../../platform/lock.ts'
import { post } from '../../../platform/external/outgoing.ts'
import { NOBODY, PRODUCT } from '../../../platform/person.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { MOST_ATTEMPTS } from '../../deliveries/port.ts'
import { failureText, isOver, busySeconds, signatureOf, WEBHOOK_TITLES } from '../rules.ts'
import {
  deliveryBy,
  endUnwanted,
  lockDelivery,
  lockWithoutJob,
  noteArrival,
  noteFailure,
  sweepDeliveries,
  switchOff,
  writeState,
  writeTry,
} from '../store/webhooks.ts'
import { bodyNow } from './channel-messages.ts'
import { putOff, queueDeliveries } from './queueing.ts'
import '../events.ts'

const TIMEOUT_MS = 10_000
/** The characters of an answer that are kept. */
const MOST_OF_ANSWER = 1000
const KEPT_DAYS = 30

type DeliveryRow = NonNullable<Awaited<ReturnType<typeof deliveryBy>>>
type Answer = Pick<webhooks.Attempt, 'status' | 'answer' | 'took_ms'>

/** @returns the answer, and for how many seconds the receiver wants nothing more */
async function ask({ settings, clock }: Deps, { id, kind, body, url, secret }: DeliveryRow): Promise<[Answer, number]> {
  const seconds = Math.floor(clock.now().getTime() / 1000)
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Vypusk',
    'x-vypusk-delivery': String(id),
    'x-vypusk-event': kind,
    'x-vypusk-timestamp': String(seconds),
    'x-vypusk-signature': signatureOf(secret, seconds, body),
  }
  const from = performance.now()
  const toPrivate = settings.webhooksToPrivate
  const sent = await post({ url, headers, body, toPrivate, timeoutMs: TIMEOUT_MS, most: MOST_OF_ANSWER }).catch(
    (thrown: unknown) => ({ status: null, answer: failureText(asError(thrown)) }),
  )
  // PostgreSQL text cannot hold a zero byte.
  const answer = sent.answer.replaceAll('\u0000', '')
  const took_ms = Math.round(performance.now() - from)
  const asked = sent.status === null ? 0 : busySeconds(sent, clock.now().getTime())
  return [{ status: sent.status, answer, took_ms }, asked]
}

/**
 * Switches the webhook off when nothing has arrived for days, or the receiver is gone, and notifies all administrators
 * once. The event has no author.
 */
async function giveUp(tx: Transaction, { deps }: Actor, webhook_id: number, why: { since: string; is_gone: boolean }) {
  const { since, is_gone } = why
  if (!is_gone && !isOver(since, momentOf(deps.clock), webhooks.DAYS_OF_FAILURES)) return
  if (!(await switchOff(tx, webhook_id))) return
  await endUnwanted(tx, webhook_id)
  const change = { entity: 'webhook', entity_id: webhook_id, via: 'schedule' } as const
  const titles = { is_active: WEBHOOK_TITLES.is_active }
  const [before, after] = [{ is_active: true }, { is_active: false }]
  await recordChanges(tx, { deps, person: PRODUCT }, { ...change, titles, before, after })
  const data = { webhook_id, is_gone }
  const actor = { deps, person: NOBODY }
  await emit(tx, actor, { kind: 'webhook.switched_off', entity: 'webhook', entity_id: webhook_id, companies: [], data })
}

interface Trying {
  /** Whether no automatic attempt follows. */
  isLast: boolean
  /** Whether a person asked for it. */
  is_by_hand: boolean
}

/** Records the result of an attempt. */
async function conclude(
  tx: Transaction,
  actor: Actor,
  delivery: DeliveryRow,
  { at, isLast, is_by_hand, ...answer }: Answer & Trying & { at: string },
): Promise<webhooks.Attempt | undefined> {
  const { id: delivery_id, webhook_id } = delivery
  // The webhook may have been deleted meanwhile, and its deliveries with it.
  if (!(await lockDelivery(tx, delivery_id))) return undefined
  const { id } = await writeTry(tx, { delivery_id, at, is_by_hand, ...answer })
  const [arrived, is_gone] = [hasArrived(answer), isGone(answer)]
  await writeState(tx, delivery_id, arrived ? 'sent' : isLast || is_gone ? 'failed' : 'queued')
  if (arrived) await noteArrival(tx, webhook_id)
  else await noteInVain(tx, actor, delivery, { at, is_gone })
  await emit(tx, actor, { kind: 'changed', entity: 'webhook', entity_id: webhook_id, companies: [], data: {} })
  return { id, at, ...answer }
}

/**
 * Nothing follows an attempt in vain once the webhook is off or wants no such kind, which somebody may have decided
 * during the attempt.
 */
async function noteInVain(
  tx: Transaction,
  actor: Actor,
  delivery: DeliveryRow,
  { at, is_gone }: { at: string; is_gone: boolean },
) {
  const { webhook_id } = delivery
  const { since, is_active, is_wanted } = await noteFailure(tx, delivery, at)
  if (!is_wanted) await endUnwanted(tx, webhook_id)
  if (is_active) await giveUp(tx, actor, webhook_id, { since, is_gone })
}

const hasArrived = ({ status }: Answer) => status !== null && status >= 200 && status < 300

/** The receiver says that there is nobody at this address any more, and that it wants nothing there. */
const isGone = ({ status }: Answer) => status === 410

/** Ends a delivery of which nothing may be sent any more. The receiver has not failed. */
async function stop(
  tx: Transaction,
  actor: Actor,
  { id: delivery_id, webhook_id }: DeliveryRow,
  { at, is_by_hand, reason }: { at: string; is_by_hand: boolean; reason: string },
) {
  if (!(await lockDelivery(tx, delivery_id))) return undefined
  const none = { status: null, answer: reason, took_ms: 0 }
  const { id } = await writeTry(tx, { delivery_id, at, is_by_hand, ...none })
  await writeState(tx, delivery_id, 'failed')
  await emit(tx, actor, { kind: 'changed', entity: 'webhook', entity_id: webhook_id, companies: [], data: {} })
  return { id, at, ...none }
}

/**
 * Makes one attempt, with no transaction open while the other side takes its time. @returns the attempt, whether another
 * one makes sense, and how many seconds the receiver asks to wait
 */
async function attempt(actor: Actor, delivery: DeliveryRow, { isLast, is_by_hand }: Trying) {
  const { db, clock } = actor.deps
  const at = momentOf(clock)
  const now = await bodyNow(db, actor.deps, delivery)
  if ('reason' in now) {
    const { reason } = now
    return {
      tried: await inTransaction(actor, (tx) => stop(tx, actor, delivery, { at, is_by_hand, reason })),
      again: false,
      asked: 0,
    }
  }
  const [answer, asked] = await ask(actor.deps, { ...delivery, ...now })
  const tried = await inTransaction(actor, (tx) => conclude(tx, actor, delivery, { at, isLast, is_by_hand, ...answer }))
  return { tried, again: tried !== undefined && !isLast && !hasArrived(answer) && !isGone(answer), asked }
}

/** @returns whether the queue has to make another attempt */
async function attemptOfJob(actor: Actor, { delivery_id, is_put_off = false }: JobKinds['webhook']): Promise<boolean> {
  const delivery = await deliveryBy(actor.deps.db, delivery_id)
  if (delivery?.state !== 'queued') return false
  if (!delivery.is_wanted) {
    await inTransaction(actor, (tx) => writeState(tx, delivery_id, 'failed'))
    return false
  }
  const tries = (delivery.tries ?? 0) + 1
  const isLast = delivery.kind === 'test' || tries >= MOST_ATTEMPTS
  const { again, asked } = await attempt(actor, delivery, { isLast, is_by_hand: false })
  const own = jobPauseAfter(tries, DAY_OF_RETRIES)
  if (!again || (!is_put_off && asked <= own)) return again
  const seconds = Math.max(asked, own)
  await inTransaction(actor, (tx) => putOff(tx, actor.deps.jobs, { ...delivery, seconds }))
  return false
}

/**
 * Makes one attempt at a delivery; two processes never send the same one. What still waits for a webhook that is
 * switched off, or wants no such kind any more, fails. Where the receiver asks to wait longer than the queue would, the
 * next attempt has a job of its own.
 * @throws if another attempt makes sense
 */
export async function announceOther(deps: Deps, job: JobKinds['webhook']): Promise<void> {
  const { delivery_id } = job
  let isToRepeat = false
  const run = async () => void (isToRepeat = await attemptOfJob({ deps, person: NOBODY }, job))
  const isDone = await whileTaken(deps.db, 'webhook', delivery_id, run)
  if (!isDone) throw new Error(`Webhook delivery ${delivery_id} is already being sent`)
  if (isToRepeat) throw new Error(`Webhook delivery ${delivery_id} did not arrive`)
}

/**
 * Sends a delivery, whatever its state, for a person who waits for the answer. @returns undefined while another process
 * sends it
 */
export async function announceNow(actor: Actor, delivery_id: number): Promise<webhooks.Attempt | undefined> {
  const { db } = actor.deps
  let tried: webhooks.Attempt | undefined
  await whileTaken(db, 'webhook', delivery_id, async () => {
    const delivery = await deliveryBy(db, delivery_id)
    if (!delivery) return
    // While automatic attempts remain, they go on whatever the result of this one; a test has none.
    const isLast = delivery.state !== 'queued' || delivery.kind === 'test'
    tried = (await attempt(actor, delivery, { isLast, is_by_hand: true })).tried
  })
  return tried
}

/**
 * Queues waiting deliveries that have no job: the process was killed while sending, so that the queue has counted an
 * attempt that was never recorded.
 */
export async function queueLost(deps: Deps): Promise<void> {
  const lost = await inTransaction({ deps, person: NOBODY }, async (tx) => {
    const all = await lockWithoutJob(tx)
    await queueDeliveries(tx, deps.jobs, all)
    return all.length
  })
  if (lost > 0) deps.log.warn({ lost }, 'waiting deliveries to webhooks had no job')
}

/** Deletes deliveries older than a month. */
export const forgetOld = async (deps: Deps): Promise<void> => {
  await inTransaction({ deps, person: NOBODY }, (tx) => sweepDeliveries(tx, daysAgo(deps.clock, KEPT_DAYS)))
}
