import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requests, type BodyInput } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makePeople } from '../../testing/making/make.ts'

/** More requests than a search by words counts; no page of 50 ends exactly there. */
const COUNT = 10_060
const WORDS = 'выгрузка'

let product: TestApp
let manager: Api
let client1: Api
/** Adds requests of a type. */
let add: (count: number, type_id: number) => Promise<void>

beforeAll(async () => {
  product = await testApp()
  const { db } = product.deps
  const { client1: author_id, company1: idcomp, module: idmod } = await makePeople(db)
  add = async (count, type_id) => {
    await sql`
      insert into requests (e_title, status_id, type_id, author_id, idcomp, idmod, "isPaid", "inBacklog", planned_time,
        created_at, updated_at)
      select 'Выгрузка ' || n, 1, ${type_id}::int, ${author_id}::int, ${idcomp}::int, ${idmod}::int, n % 2 = 0, true,
        10, at, at
      from generate_series(1, ${count}::int) as n,
        (values (timestamptz '2026-03-01T09:00:00Z')) as m(at)`.execute(db)
  }
  await add(COUNT, 1)
  manager = await product.as('manager')
  client1 = await product.as('client1')
})
afterAll(() => product.close())

const page = async (body: BodyInput<typeof requests.backlogSummary>) => {
  const { status, body: reply } = await manager(requests.backlogSummary, { body })
  expect(status).toBe(200)
  return reply
}
const exact = { total: COUNT, planned_time: COUNT * 10, in_backlog: COUNT, paid: COUNT / 2 }

test('without a bound in the query every request is counted, as api.md specifies', async () => {
  expect(await page({ search_string: WORDS })).toMatchObject({ total: COUNT, more: false, counts: exact })
})

test('a search on a screen is counted up to the bound, and reports that', async () => {
  const found = await page({ search_string: WORDS, isBounded: true })
  const unknown = { total: 10_000, planned_time: null, in_backlog: null, paid: null }
  expect(found).toMatchObject({ total: 10_000, more: true, counts: unknown, from: 1, to: 50 })
  expect(found.data).toHaveLength(50)
})

test('a search for a letter is counted less far, because requests without it are read on the way', async () => {
  expect(await page({ search_string: 'в', isBounded: true })).toMatchObject({ total: 1000, more: true, among: null })
  expect(await page({ search_string: 'в' })).toMatchObject({ total: COUNT, more: false })
})

test('a smaller set is counted exactly under a bound as well', async () => {
  const small = { search_string: 'Выгрузка 1005' }
  const { total, more, counts } = await page({ ...small, isBounded: true })
  expect([total, more, counts]).toEqual([11, false, (await page(small)).counts])
  expect(await page({ isBounded: true })).toMatchObject({ total: COUNT, more: false, counts: exact })
})

test('there is a next page up to the very end, where the total is exact', async () => {
  const pages = [200, 201, 202].map((number) => page({ search_string: WORDS, isBounded: true, page: number }))
  const shown = (await Promise.all(pages)).map(({ from, to, total, more }) => [from, to, total, more])
  expect(shown).toEqual([
    [9951, 10_000, 10_050, true],
    [10_001, 10_050, COUNT, false],
    [10_051, COUNT, COUNT, false],
  ])
})

test.each<[requests.OrderKey, ascending: string, descending: string]>([
  ['id', 'Выгрузка 1', `Выгрузка ${COUNT}`],
  ['created_at', 'Выгрузка 1', `Выгрузка ${COUNT}`],
  ['company', 'Выгрузка 1', `Выгрузка ${COUNT}`],
  ['release', 'Выгрузка 1', `Выгрузка ${COUNT}`],
  ['isPaid', 'Выгрузка 1', `Выгрузка ${COUNT}`],
  ['e_title', 'Выгрузка 1', 'Выгрузка 9999'],
])('a set too large to be read at once is still ordered by %s', async (order_by, ascending, descending) => {
  const first = async (isDesc: boolean) => (await page({ order_by, isDesc, isBounded: true })).data[0]?.e_title
  expect([await first(false), await first(true)]).toEqual([ascending, descending])
})

test('a client gets the same data as before', async () => {
  const { body } = await client1(requests.tickets, { body: { search_string: WORDS, isBounded: true } })
  expect(body.counts).toEqual({ total: 10_000, planned_time: null, in_backlog: null, paid: null })
  expect((await client1(requests.tickets, { body: { isBounded: true } })).body.counts).toEqual({
    ...exact,
    planned_time: null,
    in_backlog: null,
  })
})

test('a set that was within the bound is still cut at it when it has grown past it', async () => {
  const letters = { search_string: 'в', type_ids: [2], isBounded: true }
  await add(990, 2)
  const sizes: [number, boolean][] = []
  for (const grown of [0, 0, 20, 0]) {
    await add(grown, 2)
    const { total, more } = await page(letters)
    sizes.push([total, more])
  }
  expect(sizes).toEqual([
    [990, false],
    [990, false],
    [1000, true],
    [1000, true],
  ])
})
