import type { webhooks } from '@vypusk/contract'
import type { Actor, Call, Db } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emit } from '../../../platform/events.ts'
import { recordChanges } from '../../../platform/history.ts'
import { refuse, refuseField, refuseWith } from '../../../platform/refusal.ts'
import { newSecret } from '../../../platform/credentials/secret.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { reasons, wrongIn } from '../policy.ts'
import { deliveryOf, webhookBy } from '../queries/webhooks.ts'
import {
  changeWebhook,
  endUnwanted,
  lockWebhook,
  removeWebhook,
  writeSecret,
  writeTest,
  writeWebhook,
} from '../store/webhooks.ts'
import { TEST_MESSAGE, WEBHOOK_TITLES, webhookInWords } from '../rules.ts'
import { announceNow } from './sending.ts'
import '../events.ts'

const known = async (db: Db, id: number): Promise<webhooks.Webhook> => {
  const webhook = await webhookBy(db, id)
  if (!webhook) throw refuseWith(reasons.noWebhook)
  return webhook
}

function refuseWrong(channel: Parameters<typeof wrongIn>[0]): void {
  const wrong = wrongIn(channel)
  if (wrong) throw refuseField(...wrong)
}

type Recorded = Partial<Record<keyof typeof WEBHOOK_TITLES, string | boolean | null>>

const record = (tx: Transaction, actor: Actor, entity_id: number, before: Recorded | null, after: Recorded) =>
  recordChanges<Recorded>(tx, actor, { entity: 'webhook', entity_id, titles: WEBHOOK_TITLES, before, after })

/** Open lists load again. */
const announceChange = (tx: Transaction, actor: Actor, entity_id: number, version: number) =>
  emit(tx, actor, { kind: 'changed', entity: 'webhook', entity_id, version, companies: [], data: {} })

/** Adds a webhook, which is notified from now on. The secret is shown in this answer only. */
export async function createWebhook(call: Call<typeof webhooks.create>) {
  const secret = newSecret()
  const created_at = momentOf(call.deps.clock)
  const { release, company, ...fields } = call.body
  refuseWrong(call.body)
  const about = { release_id: release ?? null, company_id: company ?? null }
  const webhook = await inTransaction(call, async (tx) => {
    const { id } = await writeWebhook(tx, { ...fields, ...about, secret, created_at })
    const made = await known(tx, id)
    await record(tx, call, id, null, webhookInWords(made))
    await announceChange(tx, call, id, made.version)
    return made
  })
  return { message: 'Success', webhook, secret }
}

/** Locks a webhook. @throws 404 if there is none */
async function locked(tx: Transaction, id: number): Promise<webhooks.Webhook> {
  if (!(await lockWebhook(tx, id))) throw refuseWith(reasons.noWebhook)
  return known(tx, id)
}

/** Changes a webhook. @throws 404, 409 if it changed meanwhile, 422 for what its format does not allow */
export async function saveWebhook(call: Call<typeof webhooks.save>) {
  const { id } = call.params
  const { version, ...fields } = call.body
  await inTransaction(call, async (tx) => {
    const before = await locked(tx, id)
    if (version !== undefined && version !== before.version) throw refuse('stale', { current: before })
    refuseWrong({ ...fields, format: before.format, company: before.company?.idcomp })
    const changed = await record(tx, call, id, webhookInWords(before), webhookInWords({ ...before, ...fields }))
    // Of a channel's address the history sees only the end.
    if (changed.length === 0 && fields.url === before.url) return
    const made = await changeWebhook(tx, id, fields)
    await endUnwanted(tx, id)
    await announceChange(tx, call, id, made)
  })
  return { message: 'Success', webhook: await known(call.deps.db, id) }
}

/** Replaces the secret; from now on deliveries are signed with the new one. @throws 404 */
export async function renewSecret(call: Call<typeof webhooks.renewSecret>) {
  const { id } = call.params
  const secret = newSecret()
  await inTransaction(call, async (tx) => {
    const { version } = await locked(tx, id)
    await writeSecret(tx, id, secret)
    await record(tx, call, id, null, { secret: 'сделан новый' })
    await announceChange(tx, call, id, version)
  })
  return { message: 'Success', secret }
}

/** Removes a webhook. @throws 404 */
export async function deleteWebhook(call: Call<typeof webhooks.remove>) {
  const { id } = call.params
  await inTransaction(call, async (tx) => {
    const before = await locked(tx, id)
    await record(tx, call, id, null, { removed: `удалён: ${webhookInWords(before).url}` })
    await removeWebhook(tx, id)
    await announceChange(tx, call, id, before.version)
  })
  return { message: 'Success' }
}

/** @throws 404 if the webhook was deleted while its receiver took its time, 422 while another process sends the same */
async function answerOf(call: Call, webhook_id: number, delivery_id: number) {
  const attempt = await announceNow(call, delivery_id)
  if (!attempt) {
    await known(call.deps.db, webhook_id)
    throw refuseWith(reasons.beingSent)
  }
  return { message: 'Success', attempt }
}

/** Sends a test delivery to see how the address answers. */
export async function testWebhook(call: Call<typeof webhooks.test>) {
  const { id: webhook_id, format } = await known(call.deps.db, call.params.id)
  const at = momentOf(call.deps.clock)
  const body = format === 'slack' ? TEST_MESSAGE : JSON.stringify({ kind: 'test', by: call.person.id, at })
  const { id } = await inTransaction(call, (tx) => writeTest(tx, webhook_id, body, at))
  return answerOf(call, webhook_id, id)
}

/** Sends a delivery once more under the same number. */
export async function repeatWebhook(call: Call<typeof webhooks.repeat>) {
  const { id, delivery_id } = call.params
  if (!(await deliveryOf.first(call.deps.db, { webhook_id: id, id: delivery_id }))) throw refuseWith(reasons.noDelivery)
  return answerOf(call, id, delivery_id)
}
