import { webhooks } from '@vypusk/contract'
import type { Deps, Doer } from '../../../platform/call.ts'
import { daysAgo, momentOf } from '../../../platform/clock.ts'
import { asError, MOST_ATTEMPTS } from '../../../platform/deliveries.ts'
import { emit } from '../../../platform/events.ts'
import type { JobKinds } from '../../../platform/jobs.ts'
import { post } from '../../../platform/outgoing.ts'
import { NOBODY } from '../../../platform/person.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { failureText, isOver, signatureOf } from '../rules.ts'
import {
  noteArrival,
  noteFailure,
  sweepDeliveries,
  switchOff,
  takeDelivery,
  writeState,
  writeTry,
} from '../store/webhooks.ts'
import '../events.ts'

const TIMEOUT_MS = 10_000
/** Characters of an answer that are kept. */
const MOST_OF_ANSWER = 1000
const KEPT_DAYS = 30

type Taken = NonNullable<Awaited<ReturnType<typeof takeDelivery>>>
type Answer = Pick<webhooks.Attempt, 'status' | 'answer' | 'took_ms'>

async function ask({ settings, clock }: Deps, { id, kind, body, url, secret }: Taken): Promise<Answer> {
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
  const said = await post({ url, headers, body, toPrivate, timeoutMs: TIMEOUT_MS, most: MOST_OF_ANSWER }).catch(
    (thrown: unknown) => ({ status: null, answer: failureText(asError(thrown)) }),
  )
  // A zero byte is the one thing PostgreSQL keeps in no text.
  return { ...said, answer: said.answer.replaceAll('\u0000', ''), took_ms: Math.round(performance.now() - from) }
}

/** Nothing has arrived for days: all administrators read it once, and the address is left alone. Nobody's own doing. */
async function giveUp(tx: Transaction, { deps }: Doer, webhook_id: number, since: string) {
  if (!isOver(since, momentOf(deps.clock), webhooks.DAYS_OF_FAILURES)) return
  if (!(await switchOff(tx, webhook_id))) return
  const data = { webhook_id }
  const doer = { deps, person: NOBODY }
  await emit(tx, doer, { kind: 'webhook.switched_off', entity: 'webhook', entity_id: webhook_id, companies: [], data })
}

/**
 * Tries a taken delivery once and writes down how it went.
 * @param isLast nobody will try again by itself
 */
async function attempt(tx: Transaction, doer: Doer, taken: Taken, isLast: boolean): Promise<webhooks.Attempt> {
  const at = momentOf(doer.deps.clock)
  const answer = await ask(doer.deps, taken)
  const { id } = await writeTry(tx, { delivery_id: taken.id, at, ...answer })
  const hasArrived = answer.status !== null && answer.status >= 200 && answer.status < 300
  await writeState(tx, taken.id, hasArrived ? 'sent' : isLast ? 'failed' : 'queued')
  if (hasArrived) await noteArrival(tx, taken.webhook_id)
  else await giveUp(tx, doer, taken.webhook_id, await noteFailure(tx, taken.webhook_id, at))
  await emit(tx, doer, { kind: 'changed', entity: 'webhook', entity_id: taken.webhook_id, companies: [], data: {} })
  return { id, at, ...answer }
}

/**
 * Tries one delivery once, holding its row: two processes never send the same. Of a webhook that is off, what waits is
 * given up.
 * @throws when trying again makes sense
 */
export async function tellOther(deps: Deps, { delivery_id }: JobKinds['webhook']): Promise<void> {
  const doer: Doer = { deps, person: NOBODY }
  const hasFailed = await inTransaction(doer, async (tx) => {
    const taken = await takeDelivery(tx, delivery_id)
    if (taken?.state !== 'queued') return false
    if (!taken.is_active) {
      await writeState(tx, taken.id, 'failed')
      return false
    }
    const isLast = (taken.tries ?? 0) + 1 >= MOST_ATTEMPTS
    const { status } = await attempt(tx, doer, taken, isLast)
    return !isLast && (status === null || status < 200 || status >= 300)
  })
  if (hasFailed) throw new Error(`Webhook delivery ${delivery_id} did not arrive`)
}

/** The same for a person who waits for the answer; whatever became of it before. @returns undefined while it is being sent */
export const tellNow = (doer: Doer, delivery_id: number): Promise<webhooks.Attempt | undefined> =>
  inTransaction(doer, async (tx) => {
    const taken = await takeDelivery(tx, delivery_id)
    return taken && attempt(tx, doer, taken, true)
  })

/** Forgets what was told more than a month ago. */
export const forgetOld = async (deps: Deps): Promise<void> => {
  await inTransaction({ deps, person: NOBODY }, (tx) => sweepDeliveries(tx, daysAgo(deps.clock, KEPT_DAYS)))
}
