import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requests } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makePeople, makeRelease, makeRequest } from '../../testing/making/make.ts'

let product: TestApp
let manager: Api
let client1: Api
let ids: Record<keyof typeof titles, number>
let inRelease: number

const titles = {
  report: 'Отчёт по задолженности',
  quotes: `Печать "акта" и 'счёта'`,
  percent: 'Скидка 100% на этап_1',
  other: 'Скидка 1000 на этап11',
  slash: String.raw`Папка \\сервер\обмен`,
  markup: '<script>alert(1)</script> & <b>жирно</b>',
  latin: 'Export to XLSX',
}

beforeAll(async () => {
  product = await testApp()
  const { db } = product.deps
  const { client1: author_id, company1: idcomp, module: idmod, manager: staff } = await makePeople(db)
  const made: [string, number][] = []
  for (const [key, e_title] of Object.entries(titles))
    made.push([key, await makeRequest(db, { author_id, idcomp, idmod, e_title })])
  ids = Object.fromEntries(made) as typeof ids
  const release_id = await makeRelease(db, { author_id: staff })
  const backlog = { inBacklog: true, backlog_title: 'Секретный ПЛАН', release_id }
  inRelease = await makeRequest(db, { author_id, idcomp, idmod, e_title: 'Прочее', ...backlog })
  manager = await product.as('manager')
  client1 = await product.as('client1')
})
afterAll(() => product.close())

const found = async (search_string: string, api = manager) =>
  (
    await api(api === manager ? requests.backlogSummary : requests.tickets, { body: { search_string, order_by: 'id' } })
  ).body.data.map(({ id }) => id)

test.each<[string, (keyof typeof titles)[]]>([
  ['ОТЧЁТ', ['report']],
  ['отчет', ['report']],
  ['задолж', ['report']],
  ['"акта"', ['quotes']],
  [`'сче`, ['quotes']],
  ['100%', ['percent']],
  ['%', ['percent']],
  ['этап_1', ['percent']],
  ['_', ['percent']],
  [String.raw`\сервер`, ['slash']],
  ['\\', ['slash']],
  ['<script>', ['markup']],
  ['xlsx', ['latin']],
  ['EXPORT', ['latin']],
  ['  скидка ', ['percent', 'other']],
  ['Сч', ['quotes']],
  ['x', ['latin']],
  ['>1', []],
  ['ъъ', []],
  ['нет такого', []],
])('«%s» finds %j', async (search, expected) => {
  expect(await found(search)).toEqual(expected.map((key) => ids[key]))
  expect(await found(search, client1)).toEqual(expected.map((key) => ids[key]))
})

test('digits find the exact number as well as words that contain them', async () => {
  expect(await found(String(ids.slash))).toContain(ids.slash)
  expect(await found('1000')).toEqual([ids.other])
  expect(await found('99999999999999999999')).toEqual([])
})

test('the backlog title is found by staff only', async () => {
  expect(await found('секретный план')).toEqual([inRelease])
  expect(await found('секретный план', client1)).toEqual([])
})

test('text that the database cannot store is refused without an error', async () => {
  const { status } = await manager(requests.backlogSummary, { body: { search_string: 'а\u0000б' } })
  expect(status).toBe(422)
})

test('the picker puts the exact number first, and free leaves out requests in a release', async () => {
  const pick = async (query: { search?: string; limit?: number; free?: string }) =>
    (await manager(requests.requestsList, { query })).body.requestsList.map(({ id }) => id)
  expect(await pick({ search: '1' })).toEqual([1, ...[ids.markup, ids.other, ids.percent].filter((id) => id !== 1)])
  expect(await pick({ limit: 2 })).toEqual([inRelease, ids.latin])
  expect(await pick({ limit: 2, free: '1' })).toEqual([ids.latin, ids.markup])
})

test('two letters are found in any position, whether common or rare', async () => {
  const { db } = product.deps
  const { author_id, idcomp, idmod } = await db
    .selectFrom('requests')
    .select(['author_id', 'idcomp', 'idmod'])
    .where('id', '=', ids.report)
    .executeTakeFirstOrThrow()
  const befores = ['', '\t', ...Array.from(' «"(/-–—№„“…яґz7щ')]
  const made = []
  for (const before of befores)
    made.push(await makeRequest(db, { author_id, idcomp, idmod, e_title: `${before}ъщ и так далее` }))
  const staff = { author_id, idcomp, idmod, inBacklog: true, backlog_title: 'ъщ', e_title: 'Своё' }
  const own = await makeRequest(db, staff)
  expect(await found('ЪЩ')).toEqual([...made, own])
  expect(await found('ъщ', client1)).toEqual(made)
  await sql`
    insert into requests (e_title, status_id, type_id, author_id, idcomp, idmod, created_at, updated_at)
    select 'объщ ' || n, 1, 1, ${author_id}::int, ${idcomp}::int, ${idmod}::int, at, at
    from generate_series(1, 120) as n, (values (timestamptz '2026-03-01T09:00:00Z')) as m(at)`.execute(db)
  const { total } = (await manager(requests.backlogSummary, { body: { search_string: 'ъщ' } })).body
  expect(total).toBe(made.length + 1 + 120)
})

test('a screen first searches the latest requests for a rare sign, and reports that', async () => {
  const { author_id, idcomp, idmod } = await product.deps.db
    .selectFrom('requests')
    .select(['author_id', 'idcomp', 'idmod'])
    .where('id', '=', ids.report)
    .executeTakeFirstOrThrow()
  const add = (id: number, e_title: string) => makeRequest(product.deps.db, { id, author_id, idcomp, idmod, e_title })
  const old = await add(900, 'Параграф § давний')
  const latest = await add(60_000, 'Параграф § новый')
  const page = async (isBounded: boolean) => {
    const search = { search_string: '§', order_by: 'id' as const, isBounded }
    const { data, total, more, among } = (await manager(requests.backlogSummary, { body: search })).body
    return { ids: data.map(({ id }) => id), total, more, among }
  }
  expect(await page(true)).toEqual({ ids: [latest], total: 1, more: true, among: 30_000 })
  expect(await page(false)).toEqual({ ids: [old, latest], total: 2, more: false, among: null })
})
