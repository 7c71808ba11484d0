import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { webhooks } from '@vypusk/contract'
import { makePeople } from '../../testing/making/make.ts'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { startReceiver, type TestReceiver } from '../../testing/servers/receiver.ts'
import { PATIENT } from '../../testing/patience.ts'
import { addWebhook, deliveriesTo } from '../../testing/webhooks.ts'

/** Webhooks whose receivers take their time. */

let receiver: TestReceiver
let product: TestApp
let admin: Api
beforeAll(async () => {
  receiver = await startReceiver()
  product = await testApp({ WEBHOOKS_TO_PRIVATE: 'on' })
  await makePeople(product.deps.db)
  admin = await product.as('admin')
})
afterAll(async () => {
  await product.close()
  await receiver.close()
})

const waitFor = <Result>(check: () => Promise<Result> | Result) => vi.waitFor(check, PATIENT)

test('a receiver that has answered, but never ends its answer, has got the delivery', async () => {
  const { webhook } = await addWebhook(admin, `${receiver.url}/hook`)
  const limit = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  onTestFinished(() => timeout.mockRestore())
  receiver.answer = () => {
    setTimeout(() => limit.abort(), 300)
    return { status: 200, headers: { 'content-length': '100' }, body: 'принято' }
  }
  const { attempt } = (await admin(webhooks.test, { params: { id: webhook.id } })).body
  expect(attempt).toMatchObject({ status: 200, answer: 'принято' })
  expect(await deliveriesTo(admin, webhook.id)).toMatchObject([{ state: 'sent' }])
})

test('a webhook deleted while its receiver takes its time is not said to be written to', async () => {
  const { webhook } = await addWebhook(admin, `${receiver.url}/hook`)
  receiver.received.length = 0
  const { promise, resolve } = Promise.withResolvers<{ status: number }>()
  receiver.answer = () => promise
  const tested = admin(webhooks.test, { params: { id: webhook.id } })
  await waitFor(() => expect(receiver.received).not.toEqual([]))
  await admin(webhooks.remove, { params: { id: webhook.id } })
  resolve({ status: 200 })
  expect(await tested).toMatchObject({
    status: 404,
    refusal: { message: expect.stringMatching(/^Вебхук не найден/) },
  })
  expect((await admin(webhooks.deliveries, { params: { id: webhook.id } })).status).toBe(404)
})
