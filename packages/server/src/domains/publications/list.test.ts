import { afterAll, beforeAll, expect, test } from 'vitest'
import { publications, type QueryInput } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makeFile, makePublication } from '../../testing/making/make-publication.ts'
import { makeModule, makePeople, makeRelease } from '../../testing/making/make.ts'

let product: TestApp
let manager: Api
let client1: Api
/** The ids of the publications, by what they are. */
let made: { port: number; both: number; calculation: number }
let ids: { company1: number; company2: number; release: number; module: number }
beforeAll(async () => {
  product = await testApp()
  const { db } = product.deps
  const { company1, company2, manager: author_id, admin, module } = await makePeople(db)
  const other = await makeModule(db)
  const companies = [company1, company2]
  const releaseOf = (title: string) => makeRelease(db, { author_id, title }, { companies, modules: [module, other] })
  const [december, january, march] = [
    await releaseOf('2026.12 Договоры'),
    await releaseOf('2027.01 Учёт'),
    await releaseOf('Март 100%'),
  ]
  const file = (file_name: string, size: number) => makeFile(db, { file_name, size, uploaded_by: author_id })
  made = {
    port: await makePublication(db, { author_id, created_at: '2026-03-01T23:59:00.000Z', text: 'Ночная установка' }, [
      { release_id: december, files: [await file('Обновление.zip', 10)], modules: [module], customers: [company1] },
    ]),
    both: await makePublication(db, { author_id: admin, created_at: '2026-03-02T00:00:00.000Z' }, [
      { release_id: january, files: [await file('a.zip', 1), await file('b.zip', 2)], customers: companies },
      { release_id: march, files: [await file('c.zip', 4)], modules: [other], customers: [company2] },
    ]),
    calculation: await makePublication(db, { author_id, created_at: '2026-03-03T10:00:00.000Z' }, [
      { release_id: march, customers: [company2], notPublishingList: [company1] },
    ]),
  }
  ids = { company1, company2, release: march, module: other }
  manager = await product.as('manager')
  client1 = await product.as('client1')
})
afterAll(() => product.close())

type Query = QueryInput<typeof publications.listPublications>
const found = async (query: Query, api = manager) => {
  const { body } = await api(publications.listPublications, { query })
  return body.data.map(({ id }) => Object.entries(made).find(([, known]) => known === id)?.[0])
}

test.each<[Query, string[]]>([
  [{}, ['calculation', 'both', 'port']],
  [{ order_by: 'id' }, ['port', 'both', 'calculation']],
  [{ order_by: 'created_at', isDesc: 'true' }, ['calculation', 'both', 'port']],
  [{ order_by: 'release' }, ['port', 'both', 'calculation']],
  [{ order_by: 'files_size', isDesc: 'true' }, ['port', 'both', 'calculation']],
  [{ order_by: 'files_count', isDesc: 'true' }, ['both', 'port', 'calculation']],
  [{ search_string: 'ДОГОВОРЫ' }, ['port']],
  [{ search_string: 'учет' }, ['both']],
  [{ search_string: 'обновление.Z' }, ['port']],
  [{ search_string: 'ночная' }, ['port']],
  [{ search_string: '100%' }, ['calculation', 'both']],
  [{ search_string: '0%0' }, []],
  [{ date_from: '2026-03-02' }, ['calculation', 'both']],
  [{ date_to: '2026-03-01' }, ['port']],
  [{ date_from: '2026-03-02', date_to: '2026-03-02' }, ['both']],
  [{ page: 2, per_page: 2 }, ['port']],
])('%j finds %j', async (query, expected) => {
  expect(await found(query)).toEqual(expected)
})

test('filters by release, company and module; an exact number finds its publication', async () => {
  expect(await found({ release_ids: ids.release })).toEqual(['calculation', 'both'])
  expect(await found({ client_ids: String(ids.company1) })).toEqual(['both', 'port'])
  expect(await found({ module_ids: [ids.module] })).toEqual(['both'])
  expect(await found({ search_string: String(made.calculation) })).toContain('calculation')
})

test('a row shows what was published to whom', async () => {
  const { body } = await manager(publications.listPublications, { query: { search_string: '2027.01' } })
  expect(body).toMatchObject({ total: 1, from: 1, to: 1, current_page: 1, per_page: 50 })
  expect(body.data[0]).toMatchObject({
    releases: [{ title: '2027.01 Учёт' }, { title: 'Март 100%' }],
    files_count: 3,
    files_size: 7,
    deliveries: { queued: 0, sent: 0, failed: 0 },
  })
  expect(body.data[0]?.customers).toHaveLength(2)
})

test("a client's list contains its own company's part", async () => {
  expect(await found({}, client1)).toEqual(['both', 'port'])
  expect(await found({ search_string: 'Март' }, client1)).toEqual([])
  expect(await found({ search_string: 'c.zip' }, client1)).toEqual([])
  expect(await found({ release_ids: ids.release }, client1)).toEqual([])
  expect(await found({ client_ids: ids.company2 }, client1)).toEqual(['both', 'port'])
  const { body } = await client1(publications.listPublications, { query: { search_string: 'Учёт' } })
  expect(body.data[0]).toMatchObject({ releases: [{ title: '2027.01 Учёт' }], files_count: 2, files_size: 3 })
  expect(body.data[0]?.customers.map(({ idcomp }) => idcomp)).toEqual([ids.company1])
})

test('offers the values that the caller can filter by', async () => {
  const { body } = await manager(publications.getFilters)
  expect(body.releases.map(({ name }) => name)).toEqual(['Март 100%', '2027.01 Учёт', '2026.12 Договоры'])
  expect([body.companies.length, body.modules.length]).toEqual([2, 2])
  const theirs = await client1(publications.getFilters)
  expect(theirs.body.releases.map(({ name }) => name)).toEqual(['2027.01 Учёт', '2026.12 Договоры'])
  expect([theirs.body.companies.length, theirs.body.modules.length]).toEqual([0, 1])
})

test.each([{ order_by: 'text' }, { page: 0 }, { date_from: '01.02.2026' }])('refuses %j', async (query) => {
  expect((await manager(publications.listPublications, { query: query as Query })).status).toBe(422)
})
