import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { momentOf } from '../../platform/clock.ts'
import { emit } from '../../platform/events.ts'
import { inTransaction, type Transaction } from '../../platform/transaction.ts'
import { NOBODY } from '../../platform/person.ts'
import { makePeople } from '../../testing/making/make.ts'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { startReceiver, type TestReceiver } from '../../testing/servers/receiver.ts'
import { PATIENT } from '../../testing/patience.ts'
import { addWebhook } from '../../testing/webhooks.ts'
import { queueLost } from './commands/sending.ts'
import { writeDeliveries } from './store/webhooks.ts'

/** Receivers that do not wait for each other. */

let hanging: TestReceiver
let well: TestReceiver
let product: TestApp
let admin: Api
beforeAll(async () => {
  ;[hanging, well] = await Promise.all([startReceiver(), startReceiver()])
  product = await testApp({ WEBHOOKS_TO_PRIVATE: 'on' })
  await makePeople(product.deps.db)
  admin = await product.as('admin')
})
afterAll(async () => {
  await product.close()
  await Promise.all([hanging.close(), well.close()])
})

const add = async ({ url }: TestReceiver) => (await addWebhook(admin, `${url}/hook`)).webhook.id

const inOwn = <Result>(work: (tx: Transaction) => Promise<Result>) =>
  inTransaction({ deps: product.deps, person: NOBODY }, work)

/** An event that all webhooks want. */
const happen = () =>
  inOwn((tx) =>
    emit(
      tx,
      { deps: product.deps, person: NOBODY },
      { kind: 'changed', entity: 'release', entity_id: 1, version: 1, companies: [], data: {} },
    ),
  )

/** Deliveries that have lost their jobs get others. */
async function lose(webhook_ids: number[]) {
  const created_at = momentOf(product.deps.clock)
  const bodies = webhook_ids.map((webhook_id) => ({ webhook_id, body: '{}', created_at }))
  await inOwn((tx) => writeDeliveries(tx, 'release.changed', bodies))
  await queueLost(product.deps)
}

test.each([
  ['an event', happen],
  ['lost jobs', lose],
])('a receiver that hangs with many deliveries keeps no other one waiting: %s', async (_, deliver) => {
  await product.deps.db.deleteFrom('webhooks').execute()
  hanging.received.length = well.received.length = 0
  const { promise, resolve } = Promise.withResolvers<{ status: number }>()
  hanging.answer = () => promise
  const all: number[] = []
  for (const receiver of [...Array.from({ length: 12 }, () => hanging), well]) all.push(await add(receiver))
  await deliver(all)
  await vi.waitFor(() => expect(well.received).toHaveLength(1), PATIENT)
  // The first ones still hang: there would be others after 10 seconds.
  expect(hanging.received.length).toBeLessThanOrEqual(2)
  resolve({ status: 204 })
  await vi.waitFor(() => expect(hanging.received).toHaveLength(12), PATIENT)
})
