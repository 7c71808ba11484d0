import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { files, requests, type BodyInput } from '@vypusk/contract'
import { present } from '../../testing/present.ts'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makeCompany, makeModule, makePeople } from '../../testing/making/make.ts'
import { PATIENT } from '../../testing/patience.ts'
import { tokenOf, upload } from '../../testing/upload.ts'

let product: TestApp
let manager: Api
let client1: Api
let client2: Api
let token: string
let people: Awaited<ReturnType<typeof makePeople>>
let unused: number

beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
  unused = await makeModule(product.deps.db, [people.company2])
  token = await tokenOf(product, 'client1')
  client1 = product.withToken(token)
  ;[manager, client2] = await Promise.all([product.as('manager'), product.as('client2')])
})
afterAll(() => product.close())

type Body = BodyInput<typeof requests.createRequest>
const wish = (overrides: Partial<Body> = {}): Body => ({
  e_title: 'Печать акта',
  module: people.module,
  type: 1,
  ...overrides,
})
const create = (api: Api, overrides: Partial<Body> = {}, headers: Record<string, string> = {}) =>
  api(requests.createRequest, { body: wish(overrides), headers })
const uploaded = async (...names: string[]) =>
  (
    await upload(
      product,
      token,
      names.map((name) => ({ name, bytes: name })),
    )
  ).body.files.map(({ id }) => id)

test('staff read at the company that it was hidden meanwhile', async () => {
  const company = await makeCompany(product.deps.db, { deleted_at: '2026-03-05T09:00:00.000Z' })
  const module = await makeModule(product.deps.db, [company])
  const { status, refusal } = await create(manager, { company, module })
  expect([status, refusal.errors]).toEqual([422, { company: ['Такой компании нет, или она скрыта. Выберите другую'] }])
})

test('a client’s request belongs to its own company, is new, and both sides see it with its files', async () => {
  const ids = await uploaded('снимок.png', 'акт.docx')
  const options = { text: '  Не печатается  ', urgency: 3, priority: 4, files: ids, company: people.company2 }
  const { status, body } = await create(client1, options)
  expect(status).toBe(200)
  expect(body.request).toMatchObject({
    id: body.id,
    e_title: 'Печать акта',
    text: 'Не печатается',
    urgency: 3,
    priority: 4,
    isPaid: false,
    status: { name: 'Новая' },
    company: { idcomp: people.company1 },
    author: { id: people.client1 },
    backlog_request: null,
    release: null,
    files: [{ file_name: 'снимок.png' }, { file_name: 'акт.docx' }],
    created_at: product.clock.now().toISOString(),
  })
  expect((await manager(requests.backlogSummary, { body: {} })).body.data[0]?.id).toBe(body.id)
  expect((await manager(files.getFile, { params: { id: present(ids[0]) } })).status).toBe(200)
})

test('another company sees neither the request nor its files', async () => {
  const ids = await uploaded('тайна.txt')
  const { body } = await create(client1, { files: ids })
  expect((await client2(requests.getRequest, { params: { id: body.id } })).status).toBe(404)
  expect((await client2(files.getFile, { params: { id: present(ids[0]) } })).status).toBe(404)
})

test('staff name the company; whole objects are accepted as well', async () => {
  const company = { idcomp: people.company2, namecomp: 'любое' }
  const { body } = await create(manager, { company, module: { idmod: people.module }, type: { id: 2 } })
  expect(body.request).toMatchObject({ company: { idcomp: people.company2 }, author: { id: people.manager } })
})

test('the form offers what may be chosen', async () => {
  const own = (await client1(requests.requestForm, { query: { company: people.company2 } })).body
  expect(own.modules.map(({ idmod }) => idmod)).toEqual([people.module])
  expect(own.companies).toEqual([])
  expect(own.types.map(({ name }) => name)).toContain('Доработка')
  const all = (await manager(requests.requestForm)).body
  expect([all.modules.length, all.companies.length]).toEqual([0, 2])
  const theirs = (await manager(requests.requestForm, { query: { company: people.company2 } })).body
  expect(new Set(theirs.modules.map(({ idmod }) => idmod))).toEqual(new Set([people.module, unused]))
})

test('modules of a deleted system are neither offered nor accepted', async () => {
  const { db } = product.deps
  const { idsys } = await db
    .selectFrom('modules')
    .select('idsys')
    .where('idmod', '=', people.module)
    .executeTakeFirstOrThrow()
  const setDeleted = (deleted_at: string | null) =>
    db.updateTable('systems').set({ deleted_at }).where('idsys', '=', idsys).execute()
  await setDeleted(product.clock.now().toISOString())
  onTestFinished(async () => void (await setDeleted(null)))
  expect((await client1(requests.requestForm)).body.modules).toEqual([])
  const { status, refusal } = await create(client1)
  expect([status, Object.keys(present(refusal.errors))]).toEqual([422, ['module']])
})

test.each<[string, () => Promise<Partial<Body>>, string]>([
  ['no title', async () => ({ e_title: '   ' }), 'e_title'],
  ['a title too long', async () => ({ e_title: 'а'.repeat(501) }), 'e_title'],
  ['an urgency of 5', async () => ({ urgency: 5 }), 'urgency'],
  ['a module the company does not use', async () => ({ module: unused }), 'module'],
  ['an unknown module', async () => ({ module: 999_999 }), 'module'],
  ['an unknown type', async () => ({ type: 999_999 }), 'type'],
  ['an unknown file', async () => ({ files: [999_999] }), 'files'],
])('%s is refused at its field', async (_what, input, field) => {
  const { status, refusal } = await create(client1, await input())
  expect([status, Object.keys(present(refusal.errors))]).toEqual([422, [field]])
})

test('staff must name a company', async () => {
  const { status, refusal } = await create(manager)
  expect([status, Object.keys(present(refusal.errors))]).toEqual([422, ['company']])
})

test('nobody attaches another’s file, and one file goes to one request, even at once', async () => {
  const theirs = await uploaded('чужой.txt')
  expect((await create(client2, { files: theirs })).status).toBe(422)
  const tries = await Promise.all(Array.from({ length: 20 }, () => create(client1, { files: theirs })))
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(tries.filter(({ status }) => status === 422)).toHaveLength(19)
})

test('a repeated key creates one request, even at once', async () => {
  const headers = { 'idempotency-key': 'one-intent' }
  const tries = await Promise.all(Array.from({ length: 20 }, () => create(client1, { e_title: 'Один раз' }, headers)))
  expect(new Set(tries.map(({ body }) => body.id)).size).toBe(1)
  const { body } = await manager(requests.backlogSummary, { body: { search_string: 'Один раз' } })
  expect(body.total).toBe(1)
})

test('a key belongs to one call: another body, another address and an overlong key are refused', async () => {
  const of = (key: string) => ({ 'idempotency-key': key })
  const first = await create(client1, { e_title: 'Ключ' }, of('one-body'))
  expect((await create(client1, { e_title: 'Ключ' }, of('one-body'))).body.id).toBe(first.body.id)
  const other = await create(client1, { e_title: 'Другая' }, of('one-body'))
  expect([other.status, other.refusal.message]).toEqual([422, expect.stringContaining('Idempotency-Key уже занят')])
  for (const key of ['', 'k'.repeat(201)]) expect((await create(client1, {}, of(key))).status).toBe(422)
  expect((await create(client1, {}, of('k'.repeat(200)))).status).toBe(200)
})

test('a reply that was never complete is not repeated', async () => {
  const headers = { 'idempotency-key': 'died-between' }
  await create(client1, { e_title: 'Не договорили' }, headers)
  await product.deps.db.updateTable('idempotency_keys').set({ reply: '7' }).where('key', '=', 'died-between').execute()
  const again = await create(client1, { e_title: 'Не договорили' }, headers)
  expect([again.status, again.refusal.message]).toEqual([409, expect.stringContaining('обновите страницу')])
})

test('saving several at once returns their previous values', async () => {
  const { id } = (await create(client1)).body
  const save = (planned_time: number) =>
    manager(requests.saveManyBacklog, { body: { requests: [id, 999_999], planned_time } })
  expect((await save(60)).body.before).toEqual([
    { request_id: id, inBacklog: false, priority: null, planned_time: null },
  ])
  const second = (await save(90)).body
  expect(second.before[0]?.planned_time).toBe(60)
  expect(second.refused).toEqual([{ id: 999_999, reason: 'Заявка не найдена' }])
})

/** The statements of background work, which do not belong to the call. */
const BESIDE = /pg_notify\(\$|pgboss|idempotency_keys/

async function journeysOfCreating(): Promise<string[]> {
  const made = (await create(manager, { company: people.company1 })).body.id
  // Names that are read outside of a transaction are remembered.
  await manager(requests.getRequest, { params: { id: made } })
  const query = vi.spyOn(pg.Client.prototype, 'query')
  expect((await create(manager, { company: people.company1 })).status).toBe(200)
  const texts = query.mock.calls.map(([config]: unknown[]) => (config as { text?: string }).text ?? String(config))
  query.mockRestore()
  return texts.filter((text) => !BESIDE.test(text))
}

test('needs four round trips to the database: count, write, emit with its history, read and commit', async () => {
  // Remembered names are used while the connection that listens for changes is known to work.
  await expect.poll(journeysOfCreating, PATIENT).toHaveLength(4)
})
