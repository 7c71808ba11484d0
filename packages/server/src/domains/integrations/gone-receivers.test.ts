import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { releases, webhooks } from '@vypusk/contract'
import { testApp, type TestApp } from '../../testing/app.ts'
import { makePeople, makeRelease } from '../../testing/making/make.ts'
import { PATIENT } from '../../testing/patience.ts'
import { addWebhook, deliveriesTo } from '../../testing/webhooks.ts'
import { announceOther } from './commands/sending.ts'
import { startReceiver, type TestReceiver } from '../../testing/servers/receiver.ts'

/** A receiver that answers that it is gone gets nothing more. */

let receiver: TestReceiver
let product: TestApp
let release: number
beforeAll(async () => {
  receiver = await startReceiver()
  product = await testApp({ WEBHOOKS_TO_PRIVATE: 'on' })
  receiver.answer = () => ({ status: 410 })
  const { db } = product.deps
  release = await makeRelease(db, { author_id: (await makePeople(db)).manager })
})
afterAll(async () => {
  await product.close()
  await receiver.close()
})

test('a webhook whose receiver answers 410 is switched off at once, and the administrators are told once', async () => {
  const { db } = product.deps
  const [admin, manager] = [await product.as('admin'), await product.as('manager')]
  const { id } = (await addWebhook(admin, `${receiver.url}/hook`)).webhook
  const change = (comment: string) => manager(releases.saveComment, { params: { id: release }, body: { comment } })
  await change('Первое')

  const log = () => deliveriesTo(admin, id)
  await vi.waitFor(async () => expect((await log()).map(({ state }) => state)).toEqual(['failed']), PATIENT)
  await change('Второе')
  expect((await log()).map(({ tries }) => tries.length)).toEqual([1])
  const [webhook] = (await admin(webhooks.list)).body.webhooks
  expect(webhook?.is_active).toBe(false)
  const letters = await db.selectFrom('letters').select('subject').where('kind', '=', 'webhook.switched_off').execute()
  expect(letters).toEqual([{ subject: 'Вебхук выключен: адреса больше нет' }])
})

test('what waits ends as soon as a person switches the webhook off, and nothing more is tried', async () => {
  const [admin, manager] = [await product.as('admin'), await product.as('manager')]
  receiver.answer = () => ({ status: 503 })
  const { webhook } = await addWebhook(admin, `${receiver.url}/busy`)
  const params = { id: webhook.id }
  await manager(releases.saveComment, { params: { id: release }, body: { comment: 'Первое' } })
  const log = () => deliveriesTo(admin, webhook.id)
  const states = async () => (await log()).map(({ state, tries }) => [state, tries.length])
  await vi.waitFor(async () => expect(await states()).toEqual([['queued', 1]]), PATIENT)
  await admin(webhooks.save, { params, body: { ...webhook, is_active: false } })
  expect(await states()).toEqual([['failed', 1]])
  const id = (await log())[0]!.id
  await announceOther(product.deps, { delivery_id: id })
  expect(await states()).toEqual([['failed', 1]])
})

/** A webhook of two kinds, which is told of a change and then wants only the other kind. */
async function twoKinds(path: string) {
  const [admin, manager] = [await product.as('admin'), await product.as('manager')]
  const { webhook } = await addWebhook(admin, `${receiver.url}${path}`, ['release.changed', 'request.changed'])
  const params = { id: webhook.id }
  const log = () => deliveriesTo(admin, webhook.id)
  const change = (comment: string) => manager(releases.saveComment, { params: { id: release }, body: { comment } })
  const drop = () => admin(webhooks.save, { params, body: { ...webhook, kinds: ['request.changed'] } })
  const states = async () => (await log()).map(({ state, tries }) => [state, tries.length])
  return { id: webhook.id, log, change, drop, states }
}

test('what waits ends as soon as its kind is taken from the webhook, and only that', async () => {
  receiver.answer = () => ({ status: 503 })
  const { id, log, change, drop, states } = await twoKinds('/kinds')
  await change('Третье')
  await vi.waitFor(async () => expect(await states()).toEqual([['queued', 1]]), PATIENT)
  const { db } = product.deps
  const wanted = { webhook_id: id, kind: 'request.changed', body: '{}', created_at: '2026-03-06T06:30:00.000Z' }
  await db.insertInto('webhook_deliveries').values(wanted).execute()
  await drop()
  const left = new Map((await log()).map(({ kind, state }) => [kind, state]))
  expect(left).toEqual(
    new Map([
      ['release.changed', 'failed'],
      ['request.changed', 'queued'],
    ]),
  )
  // What another transaction wrote while the kind was taken away is not tried either.
  const late = { ...wanted, kind: 'release.changed' }
  const { id: delivery_id } = await db
    .insertInto('webhook_deliveries')
    .values(late)
    .returning('id')
    .executeTakeFirstOrThrow()
  await announceOther(product.deps, { delivery_id })
  expect((await log()).find((one) => one.id === delivery_id)).toMatchObject({ state: 'failed', tries: [] })
})

test('a kind taken away while an attempt is under way is not tried again', async () => {
  const { change, drop, states } = await twoKinds('/slow-kind')
  const off = Promise.withResolvers<{ status: number }>()
  receiver.answer = () => off.promise
  await change('Четвёртое')
  await vi.waitFor(() => expect(receiver.received.some(({ path }) => path === '/slow-kind')).toBe(true), PATIENT)
  await drop()
  off.resolve({ status: 503 })
  await vi.waitFor(async () => expect(await states()).toEqual([['failed', 1]]), PATIENT)
})

test('switched off while an attempt is under way, it is not tried again', async () => {
  const [admin, manager] = [await product.as('admin'), await product.as('manager')]
  const { webhook } = await addWebhook(admin, `${receiver.url}/slow`)
  const params = { id: webhook.id }
  const off = Promise.withResolvers<{ status: number }>()
  receiver.answer = () => off.promise
  await manager(releases.saveComment, { params: { id: release }, body: { comment: 'Второе' } })
  await vi.waitFor(() => expect(receiver.received.some(({ path }) => path === '/slow')).toBe(true), PATIENT)
  await admin(webhooks.save, { params, body: { ...webhook, is_active: false } })
  off.resolve({ status: 503 })
  const states = async () => (await deliveriesTo(admin, webhook.id)).map(({ state, tries }) => [state, tries.length])
  await vi.waitFor(async () => expect(await states()).toEqual([['failed', 1]]), PATIENT)
})

test('another address makes it work again', async () => {
  const admin = await product.as('admin')
  const [webhook] = (await admin(webhooks.list)).body.webhooks
  receiver.answer = () => ({ status: 204 })
  const params = { id: webhook!.id }
  const moved = { ...webhook!, url: `${receiver.url}/moved`, is_active: true }
  expect((await admin(webhooks.save, { params, body: moved })).body.webhook.failing_since).toBeNull()
  expect((await admin(webhooks.test, { params })).body.attempt.status).toBe(204)
})
