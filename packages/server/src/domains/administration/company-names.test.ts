import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminCompanies, agreements, calendar, deleted, finding, threads, waiting } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makePublication } from '../../testing/making/make-publication.ts'
import { makeAgreement, makeCompany, makePeople, makeRelease } from '../../testing/making/make.ts'

/** Names of companies may hold encoded quotes; people search for what they read, and read no codes. */

const NAME = 'ПАО "Волга-Транс"'
let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
let admin: Api
let company: number

beforeAll(async () => {
  product = await testApp()
  const { db } = product.deps
  people = await makePeople(db)
  admin = await product.as('admin')
  company = await makeCompany(db, { namecomp: 'ПАО &quot;Волга-Транс&quot;' })
  const pair = { author_id: people.manager, company_id: company, releaseDate: '2026-03-20' }
  const shown = await makeRelease(db, { author_id: people.manager }, { companies: [company] })
  const agreement = await makeAgreement(db, { ...pair, release_id: shown })
  const params = { entity: 'agreement', id: agreement } as const
  await admin(threads.raise, { params, body: { html: '<p>Когда?</p>' } })
  const gone = await makeRelease(db, { author_id: people.manager }, { companies: [company] })
  await makeAgreement(db, { ...pair, release_id: gone, deleted_at: '2026-03-01T00:00:00.000Z' })
})
afterAll(() => product.close())

const found: Record<string, (search_string: string) => Promise<number>> = {
  'the list': async (search_string) => (await admin(agreements.list, { query: { search_string } })).body.total,
  'the matrix': async (search_string) =>
    (await admin(agreements.matrix, { query: { search_string } })).body.cells.length,
  'the calendar': async (search_string) =>
    (await admin(calendar.show, { query: { search_string, date_from: '2026-03-01', date_to: '2026-03-31' } })).body
      .items.length,
  remarks: async (search_string) => (await admin(threads.list, { body: { search_string } })).body.total,
  'deleted things': async (search_string) => (await admin(deleted.list, { query: { search_string } })).body.total,
  companies: async (search_string) => (await admin(adminCompanies.list, { query: { search_string } })).body.total,
  everything: async (search) => (await admin(finding.search, { query: { search } })).body.groups.length,
}
const EXPECTED: Record<string, number> = { everything: 2, 'the matrix': 2 }

test.each(Object.entries(found))('%s finds a company by the name that people read', async (place, count) => {
  expect(await count(NAME)).toBe(EXPECTED[place] ?? 1)
  expect(await count('quot')).toBe(0)
})

test('a company that is silent is named as people read it', async () => {
  const release_id = await makeRelease(product.deps.db, { author_id: people.manager }, { companies: [company] })
  const created_at = '2026-02-20T09:00:00.000Z'
  await makePublication(product.deps.db, { author_id: people.manager, created_at }, [
    { release_id, customers: [company] },
  ])
  const manager = await product.as('manager')
  const { data } = (await manager(waiting.list, { query: { kind: 'receipt' } })).body
  expect(data.map(({ text }) => text)).toEqual([`Молчат: ${NAME}`])
})
