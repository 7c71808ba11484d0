import { afterAll, beforeAll, expect, test } from 'vitest'
import { releases, type BodyInput } from '@vypusk/contract'
import type { Db } from '../../platform/call.ts'
import { makeCompany, makeModule, makePeople, makeRelease, makeRequest } from '../../testing/making/make.ts'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'

let product: TestApp
let db: Db
let people: Awaited<ReturnType<typeof makePeople>>
let staff: Api
let module2: number
let ids: number[]
beforeAll(async () => {
  product = await testApp()
  db = product.deps.db
  people = await makePeople(db)
  staff = await product.as('manager')
  module2 = await makeModule(db, [people.company2])
  ids = await makeThirty()
})
afterAll(() => product.close())

/** Releases whose every property has two or three different values. */
async function makeThirty() {
  const made: number[] = []
  for (let index = 0; index < 30; index += 1) {
    const id = await makeRelease(
      db,
      {
        title: index % 2 ? `Учёт ${index}` : `100% готов_${index}\\`,
        author_id: index % 3 ? people.manager : people.admin,
        step_id: index % 3,
        start_date: '2026-01-01',
        plan_date: `2026-0${1 + (index % 3)}-15`,
        planned_time: 60 * (index % 4),
      },
      {
        companies: index % 2 ? [people.company1] : [people.company2],
        modules: index % 2 ? [people.module] : [module2],
      },
    )
    made.push(id)
  }
  const [first] = made
  await makeRequest(db, {
    author_id: people.client1,
    idcomp: people.company1,
    idmod: people.module,
    release_id: first ?? null,
  })
  return made
}

const find = async (body: BodyInput<typeof releases.summary>) => (await staff(releases.summary, { body })).body
const idsOf = (page: { data: { id: number }[] }) => page.data.map(({ id }) => id).toSorted((a, b) => a - b)

test.each([
  ['steps', [{ steps: [0] }, { steps: [{ id: 1 }] }, { steps: [2] }]],
  ['authors', () => [{ authors: [people.manager] }, { authors: [people.admin] }]],
  ['modules', () => [{ modules: [people.module] }, { modules: [{ idmod: module2 }] }]],
  ['companies', () => [{ companies: [people.company1] }, { companies: [people.company2] }]],
  [
    'dates',
    [{ date_to: '2026-01-31' }, { date_from: '2026-02-01', date_to: '2026-02-28' }, { date_from: '2026-03-01' }],
  ],
  ['search', [{ search_string: 'УЧЕТ' }, { search_string: '00% ГОТОВ_' }]],
])('the parts by %s add up to the whole', async (_, parts) => {
  const pages = await Promise.all((typeof parts === 'function' ? parts() : parts).map((part) => find(part)))
  expect(pages.flatMap(idsOf).toSorted((a, b) => a - b)).toEqual(ids)
  expect(pages.reduce((sum, { totals }) => sum + totals.count, 0)).toBe(ids.length)
})

test('systems include their modules', async () => {
  const [{ idsys }] = (await db.selectFrom('modules').select('idsys').where('idmod', '=', module2).execute()) as [
    { idsys: number },
  ]
  expect(idsOf(await find({ systems: [idsys] }))).toEqual(idsOf(await find({ modules: [module2] })))
})

test.each(['%', '_', '\\', "'", '"><script>', '100%'])('%j is searched for literally', async (search_string) => {
  const { data } = await find({ search_string })
  const kept = data.every(({ title }) => title.toLowerCase().includes(search_string))
  expect(kept).toBe(true)
})

test('digits also match the number', async () => {
  const [first] = ids
  expect(idsOf(await find({ search_string: String(first) }))).toContain(first)
})

test('totals are of the whole set, the page is its part', async () => {
  const page = await find({ per_page: 7, page: 5 })
  expect(page).toMatchObject({ total: 30, from: 29, to: 30, current_page: 5, per_page: 7 })
  expect(page.totals).toMatchObject({ count: 30, by_step: [{ id: 0, count: 10 }, { id: 1 }, { id: 2 }] })
  expect(await find({ page: 99 })).toMatchObject({ total: 30, from: null, to: null, data: [] })
})

test.each(
  releases.releaseOrders.flatMap(
    (key) =>
      [
        [key, false],
        [key, true],
      ] as const,
  ),
)('by %s (descending: %s) no row comes twice', async (order_by, isDesc) => {
  const pages = await Promise.all([1, 2, 3, 4].map((page) => find({ order_by, isDesc, page, per_page: 8 })))
  expect(pages.flatMap(idsOf).toSorted((a, b) => a - b)).toEqual(ids)
})

test('an unknown order is refused', async () => {
  const wrong = { order_by: 'password' } as unknown as { order_by: 'id' }
  expect((await staff(releases.list, { body: wrong })).status).toBe(422)
})

test('the plain list is the same page without totals', async () => {
  const { body } = await staff(releases.list, { body: { order_by: 'requests_count', isDesc: true, per_page: 1 } })
  expect(body.data).toMatchObject([{ id: ids[0], requests_count: 1 }])
  expect(body.total).toBe(30)
})

test('only people who created releases are listed as authors', async () => {
  const { authors } = (await staff(releases.authors, { body: {} })).body
  expect(authors.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
    [people.admin, people.manager].toSorted((a, b) => a - b),
  )
})

test('a company that is hidden by now can still be filtered by, for staff', async () => {
  const hidden = await makeCompany(db, { namecomp: 'Верфь', deleted_at: '2026-03-05T09:00:00.000Z' })
  await makeCompany(db, { namecomp: 'Без релизов', deleted_at: '2026-03-05T09:00:00.000Z' })
  const lists = { companies: [hidden], modules: [people.module], users: [people.manager] }
  const id = await makeRelease(db, { author_id: people.manager }, lists)
  const offered = async (api: typeof staff) => (await api(releases.authors, { body: {} })).body.hidden_companies
  expect(await offered(staff)).toEqual([{ idcomp: hidden, namecomp: 'Верфь' }])
  expect(await offered(await product.as('client1'))).toEqual([])
  const { data } = (await staff(releases.list, { body: { companies: [hidden] } })).body
  expect(data.map((row) => row.id)).toEqual([id])
  await staff(releases.remove, { params: { id } })
  expect(await offered(staff)).toEqual([])
})
