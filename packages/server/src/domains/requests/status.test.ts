import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { requests, type BodyInput } from '@vypusk/contract'
import { waitingForLocks } from '../../testing/database.ts'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makePeople, makeRequest } from '../../testing/making/make.ts'
import { PATIENT } from '../../testing/patience.ts'

let product: TestApp
let manager: Api
let client1: Api
let people: Awaited<ReturnType<typeof makePeople>>
let id: number
let first: number
let working: number

beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
  manager = await product.as('manager')
  client1 = await product.as('client1')
  const { statuses } = (await manager(requests.statuses, {})).body
  ;[first = 0, working = 0] = statuses.map((one) => one.id)
})
afterAll(() => product.close())

beforeEach(async () => {
  id = await makeRequest(product.deps.db, {
    author_id: people.client1,
    idcomp: people.company1,
    idmod: people.module,
    status_id: first,
  })
})

const save = (body: Omit<BodyInput<typeof requests.saveStatus>, 'requests'>, api = manager) =>
  api(requests.saveStatus, { body: { requests: [id], ...body } })
const detail = async (api: Api) => (await api(requests.getRequest, { params: { id } })).body

test('staff say that the work has begun: the client sees it, is told of it and changes the request no more', async () => {
  expect((await detail(client1)).abilities).toMatchObject({ edit: true, withdraw: true })
  const { body } = await save({ status: working, isPaid: true })
  expect(body).toMatchObject({ saved: [id], refused: [], before: [{ request_id: id, status: first, isPaid: false }] })
  const shown = await detail(client1)
  expect(shown).toMatchObject({ status: { id: working }, isPaid: true })
  expect(shown.abilities.edit).toMatch(/^Работа над заявкой уже началась/)
  expect(shown.history.map(({ title, after }) => [title, after])).toEqual(
    expect.arrayContaining([
      ['Статус', shown.status.name],
      ['Платность', true],
    ]),
  )
  const events = await product.deps.db
    .selectFrom('events')
    .select(['kind', 'companies'])
    .where('entity_id', '=', id)
    .execute()
  expect(events).toEqual([{ kind: 'changed', companies: [people.company1] }])
  // It has no record of the backlog because of that.
  expect((await detail(manager)).backlog_request).toBeNull()
})

test('a value that changed since it was seen is not overwritten, and the same value changes nothing', async () => {
  await save({ status: working })
  const { version } = await detail(manager)
  const seen = [{ request_id: id, status: first, isPaid: false }]
  const { body } = await save({ status: first, was: seen })
  expect(body).toMatchObject({ saved: [], refused: [{ id, reason: 'Запись уже изменил другой человек' }] })
  expect((await save({ isPaid: false, was: seen })).body.saved).toEqual([id])
  expect(await detail(manager)).toMatchObject({ status: { id: working }, version })
})

test('a hidden status is not given, a missing request is named, and clients give no status', async () => {
  const hidden = await product.deps.db
    .insertInto('request_statuses')
    .values({ name: 'Прежний', order: 90, hidden_at: '2026-03-01T09:00:00Z' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { status, refusal } = await save({ status: hidden.id })
  expect([status, refusal.errors]).toEqual([422, { status: [expect.stringMatching(/^Такого статуса нет/)] }])
  const { statuses } = (await manager(requests.statuses, {})).body
  expect(statuses.map((one) => one.id)).not.toContain(hidden.id)
  const both = await manager(requests.saveStatus, { body: { requests: [id, 999_999], status: working } })
  expect(both.body).toMatchObject({ saved: [id], refused: [{ id: 999_999, reason: 'Заявка не найдена' }] })
  expect((await save({ status: first }, client1)).status).toBe(403)
})

test('a status that is being hidden is not given meanwhile', async () => {
  const { db } = product.deps
  const { id: other } = await db
    .insertInto('request_statuses')
    .values({ name: 'Уходит', order: 91 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const held = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('request_statuses').select('id').where('id', '=', other).forUpdate().execute()
    const saving = save({ status: other })
    await vi.waitUntil(() => waitingForLocks(db), PATIENT)
    await tx
      .updateTable('request_statuses')
      .set({ hidden_at: '2026-03-06T09:00:00Z' })
      .where('id', '=', other)
      .execute()
    return { saving }
  })
  expect((await held.saving).status).toBe(422)
  expect((await detail(manager)).status.id).toBe(first)
})
