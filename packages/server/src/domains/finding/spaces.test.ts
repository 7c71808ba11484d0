import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminCompanies, agreements, finding, registry, releases, requests } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makeAgreement, makeEntry, makePeople, makeRelease, makeRequest } from '../../testing/making/make.ts'

/** Names that an earlier version has stored with spaces that break no line are found by what people type. */

let product: TestApp
let staff: Api
let client: Api
let admin: Api
let ids: Record<'request' | 'free' | 'release' | 'agreement' | 'entry' | 'company', number>

beforeAll(async () => {
  product = await testApp()
  const { db } = product.deps
  const { manager: author_id, company1: idcomp, module: idmod } = await makePeople(db)
  const title = 'Отчёт\u00a0за\u202fмарт и\u00a0год'
  const release = await makeRelease(db, { author_id, title }, { companies: [idcomp] })
  const company = await db
    .insertInto('companies')
    .values({ namecomp: 'АО\u00a0Отчёт\u2007за март' })
    .returning('idcomp')
    .executeTakeFirstOrThrow()
  ids = {
    request: await makeRequest(db, { author_id, idcomp, idmod, e_title: title, release_id: release }),
    free: await makeRequest(db, { author_id, idcomp, idmod, e_title: title }),
    release,
    agreement: await makeAgreement(db, { author_id, release_id: release, company_id: idcomp }),
    entry: await makeEntry(db, { author_id, idcomp, title }),
    company: company.idcomp,
  }
  // What may be found although it has other words.
  await makeRequest(db, { author_id, idcomp, idmod, e_title: 'Отчёт-за-март' })
  staff = await product.as('manager')
  client = await product.as('client1')
  admin = await product.as('admin')
})
afterAll(() => product.close())

const body = { search_string: 'отчет за март' }
const idsOf = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id).toSorted((a, b) => a - b)

test('lists', async () => {
  expect(idsOf((await staff(requests.backlogSummary, { body })).body)).toEqual([ids.request, ids.free])
  expect(idsOf((await client(requests.tickets, { body })).body)).toEqual([ids.request, ids.free])
  expect(idsOf((await staff(releases.list, { body })).body)).toEqual([ids.release])
  expect(idsOf((await staff(agreements.list, { query: body })).body)).toEqual([ids.agreement])
  expect(idsOf((await staff(registry.getEntries, { body })).body)).toEqual([ids.entry])
  const { body: found } = await admin(adminCompanies.list, { query: body })
  expect(found.data.map(({ idcomp }) => idcomp)).toEqual([ids.company])
})

test('the search over everything', async () => {
  const { groups } = (await staff(finding.search, { query: { search: body.search_string } })).body
  const found = Object.fromEntries(groups.map((group) => [group.kind, group.found.map(({ id }) => id)]))
  expect(found).toMatchObject({ release: [ids.release], agreement: [ids.agreement], registry_entry: [ids.entry] })
  expect(found['request']).toEqual(expect.arrayContaining([ids.request, ids.free]))
  expect(found['company']).toEqual([ids.company])
})

test.each([
  ['До\u00a01\u202fч', 'до 1 ч', 'До-1-ч'],
  ['А\u00a0*\u2009б', 'а * б', 'А-*-б'],
])('requests by words that are all short: «%s»', async (e_title, search_string, other) => {
  const { db } = product.deps
  const { author_id, idcomp, idmod } = await db
    .selectFrom('requests')
    .select(['author_id', 'idcomp', 'idmod'])
    .where('id', '=', ids.request)
    .executeTakeFirstOrThrow()
  const id = await makeRequest(db, { author_id, idcomp, idmod, e_title })
  await makeRequest(db, { author_id, idcomp, idmod, e_title: other })
  const short = { body: { search_string } }
  expect(idsOf((await staff(requests.backlogSummary, short)).body)).toEqual([id])
  expect(idsOf((await client(requests.tickets, short)).body)).toEqual([id])
})
