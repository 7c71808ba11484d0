import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit, trackers, webhooks } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makePeople } from '../../testing/making/make.ts'

/** Webhooks and trackers while several administrators change them. */

let product: TestApp
let admin: Api
beforeAll(async () => {
  product = await testApp()
  await makePeople(product.deps.db)
  admin = await product.as('admin')
})
afterAll(() => product.close())

const SECRET_END = 'B0pQ2rS4'
const PATH = `hooks/T012/${SECRET_END}`

/** Deliveries are announced in between, whenever they are over. */
const lastEvent = () =>
  product.deps.db
    .selectFrom('events')
    .select(['entity', 'entity_id', 'version', 'companies'])
    .where('entity', '<>', 'delivery')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
const recorded = async (entity: 'webhook' | 'tracker') =>
  (await admin(audit.list, { body: { entities: [entity] } })).body.data.map(({ thing, title, before, after }) => [
    thing,
    title,
    before,
    after,
  ])

test('a form of a webhook that was opened before it was switched off does not switch it on again', async () => {
  // Nothing arrives there: private addresses are refused.
  const fields = { url: 'http://127.0.0.1:9/hook', kinds: ['release.changed' as const] }
  const { webhook } = (await admin(webhooks.create, { body: fields })).body
  const params = { id: webhook.id }
  await admin(webhooks.test, { params })
  product.clock.set('2026-03-10T06:30:00.000Z')
  admin = await product.as('admin')
  await admin(webhooks.test, { params })
  const { data } = (await admin(audit.list, { body: { entities: ['webhook'] } })).body
  expect(data[0]).toMatchObject({ title: 'Включён', after: false, via: 'schedule', user: { name: 'Выпуск' } })
  const body = { ...fields, is_active: true, version: webhook.version }
  expect(await admin(webhooks.save, { params, body })).toMatchObject({
    status: 409,
    refusal: { current: { is_active: false, version: webhook.version + 1 } },
  })
  const { body: saved } = await admin(webhooks.save, { params, body: { ...body, version: webhook.version + 1 } })
  expect(saved.webhook).toMatchObject({ is_active: true, version: webhook.version + 2 })
  await admin(webhooks.remove, { params })
})

test('changes of a webhook are announced and recorded, without its secret', async () => {
  const url = `https://chat.example.ru/${PATH}`
  const kinds = ['agreement.sent' as const]
  const { webhook } = (await admin(webhooks.create, { body: { url, kinds, format: 'slack' } })).body
  const { id } = webhook
  const about = { entity: 'webhook', entity_id: id, companies: [] }
  expect(await lastEvent()).toMatchObject({ ...about, version: 1 })
  await admin(webhooks.save, { params: { id }, body: { url, kinds, is_active: false } })
  expect(await lastEvent()).toMatchObject({ ...about, version: 2 })
  const { secret } = (await admin(webhooks.renewSecret, { params: { id } })).body
  const thing = 'chat.example.ru'
  const all = await recorded('webhook')
  expect(all.slice(0, 2)).toEqual([
    [thing, 'Секрет подписи', null, 'сделан новый'],
    [thing, 'Включён', true, false],
  ])
  expect(JSON.stringify(all)).not.toContain(secret)
  expect(JSON.stringify(all)).not.toContain(PATH)
  expect(await lastEvent()).toMatchObject(about)
  expect((await admin(webhooks.remove, { params: { id } })).status).toBe(200)
  expect((await recorded('webhook'))[0]).toEqual(['', 'Удаление', null, `удалён: ${thing}/…${SECRET_END.slice(-4)}`])
  expect((await admin(webhooks.remove, { params: { id } })).status).toBe(404)
})

test('changes of a tracker are announced and recorded, without its key', async () => {
  // It is not contacted: private addresses are refused.
  const url = 'http://127.0.0.1:9'
  const { tracker } = (await admin(trackers.create, { body: { name: 'Redmine', url, key: 'key-1' } })).body
  const { id } = tracker
  const about = { entity: 'tracker', entity_id: id, companies: [] }
  expect(await lastEvent()).toMatchObject({ ...about, version: 1 })
  const body = { url, key: 'key-2', request_field: 'Обращение', is_active: true }
  await admin(trackers.save, { params: { id }, body })
  expect(await lastEvent()).toMatchObject({ ...about, version: 2 })
  const all = await recorded('tracker')
  expect(all).toContainEqual(['Redmine', 'Поле задачи с номером заявки', 'Заявка', 'Обращение'])
  expect(all).toContainEqual(['Redmine', 'Ключ', null, 'введён новый'])
  expect(JSON.stringify(all)).not.toMatch(/key-\d/)
  await admin(trackers.remove, { params: { id } })
  expect(await lastEvent()).toMatchObject(about)
  expect((await recorded('tracker'))[0]).toEqual(['', 'Удаление', null, 'удалён: Redmine'])
})

test('a form of a tracker that was opened before it was tied to its requests does not untie it', async () => {
  const url = 'http://127.0.0.1:9'
  const { tracker } = (await admin(trackers.create, { body: { name: 'Redmine', url, key: 'key-1' } })).body
  const { id, request_field } = tracker
  const params = { id }
  const tied = (await admin(trackers.save, { params, body: { source: 'Redmine' } })).body.tracker
  expect(tied).toMatchObject({ url, request_field, source: 'Redmine', is_active: true, version: tracker.version + 1 })
  const form = { url, request_field, source: '', key: '' }
  expect(await admin(trackers.save, { params, body: { ...form, version: tracker.version } })).toMatchObject({
    status: 409,
    refusal: { current: { source: 'Redmine', version: tied.version } },
  })
  const { body } = await admin(trackers.save, { params, body: { ...form, version: tied.version } })
  expect(body.tracker).toMatchObject({ source: null, version: tied.version + 1 })
  await admin(trackers.remove, { params })
})
