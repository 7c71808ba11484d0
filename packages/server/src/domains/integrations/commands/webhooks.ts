import type { webhooks } from '@vypusk/contract'
import type { Call, Deps } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { refuseField, refuseWith } from '../../../platform/refusal.ts'
import { newSecret } from '../../../platform/secret.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { reasons, wrongIn } from '../policy.ts'
import { webhookBy } from '../queries/webhooks.ts'
import { changeWebhook, removeWebhook, writeSecret, writeTest, writeWebhook } from '../store/webhooks.ts'
import { TEST_MESSAGE } from '../rules.ts'
import { announceNow } from './sending.ts'

const known = async (deps: Deps, id: number): Promise<webhooks.Webhook> => {
  const webhook = await webhookBy(deps.db, id)
  if (!webhook) throw refuseWith(reasons.noWebhook)
  return webhook
}

function refuseWrong(channel: Parameters<typeof wrongIn>[0]): void {
  const wrong = wrongIn(channel)
  if (wrong) throw refuseField(...wrong)
}

/** Adds a webhook, which is notified from now on. The secret is shown in this answer only. */
export async function createWebhook(call: Call<typeof webhooks.create>) {
  const secret = newSecret()
  const created_at = momentOf(call.deps.clock)
  const { release, company, ...fields } = call.body
  refuseWrong(call.body)
  const about = { release_id: release ?? null, company_id: company ?? null }
  const { id } = await inTransaction(call, (tx) => writeWebhook(tx, { ...fields, ...about, secret, created_at }))
  return { message: 'Success', webhook: await known(call.deps, id), secret }
}

export async function saveWebhook(call: Call<typeof webhooks.save>) {
  const { id } = call.params
  const { format, company } = await known(call.deps, id)
  refuseWrong({ ...call.body, format, company: company?.idcomp })
  const isThere = await inTransaction(call, (tx) => changeWebhook(tx, id, call.body))
  if (!isThere) throw refuseWith(reasons.noWebhook)
  return { message: 'Success', webhook: await known(call.deps, id) }
}

export async function renewSecret(call: Call<typeof webhooks.renewSecret>) {
  const secret = newSecret()
  const isThere = await inTransaction(call, (tx) => writeSecret(tx, call.params.id, secret))
  if (!isThere) throw refuseWith(reasons.noWebhook)
  return { message: 'Success', secret }
}

export async function deleteWebhook(call: Call<typeof webhooks.remove>) {
  const isThere = await inTransaction(call, (tx) => removeWebhook(tx, call.params.id))
  if (!isThere) throw refuseWith(reasons.noWebhook)
  return { message: 'Success' }
}

async function answerOf(call: Call, delivery_id: number) {
  const attempt = await announceNow(call, delivery_id)
  if (!attempt) throw refuseWith(reasons.beingSent)
  return { message: 'Success', attempt }
}

/** Sends a test delivery to see how the address answers. */
export async function testWebhook(call: Call<typeof webhooks.test>) {
  const { id: webhook_id, format } = await known(call.deps, call.params.id)
  const at = momentOf(call.deps.clock)
  const body = format === 'slack' ? TEST_MESSAGE : JSON.stringify({ kind: 'test', by: call.person.id, at })
  const { id } = await inTransaction(call, (tx) => writeTest(tx, webhook_id, body, at))
  return answerOf(call, id)
}

/** Sends a delivery once more under the same number. */
export async function repeatWebhook(call: Call<typeof webhooks.repeat>) {
  const { id, delivery_id } = call.params
  const of = call.deps.db.selectFrom('webhook_deliveries').select('id').where('webhook_id', '=', id)
  if (!(await of.where('id', '=', delivery_id).executeTakeFirst())) throw refuseWith(reasons.noDelivery)
  return answerOf(call, delivery_id)
}
