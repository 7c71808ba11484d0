import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { requests } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makePeople, makeRelease, makeRequest } from '../../testing/making/make.ts'
import { keepBitmaps } from './commands/bitmaps.ts'

/** A bar of the chart by months counts what the list has that it leads to: days are those of the installation. */

let product: TestApp
let manager: Api

const MONTHS = [
  { month: '2026-02', created: 1, released: 0 },
  { month: '2026-03', created: 2, released: 0 },
  { month: '2026-04', created: 0, released: 3 },
]

beforeAll(async () => {
  process.env['TZ'] = 'Asia/Vladivostok'
  product = await testApp()
  const { db } = product.deps
  const people = await makePeople(db)
  const release_id = await makeRelease(db, { author_id: people.manager, published_at: '2026-03-31T14:30:00.000Z' })
  const made = { author_id: people.client1, idcomp: people.company1, idmod: people.module, release_id }
  // The first of March begins at two in the afternoon of the last of February in UTC.
  for (const created_at of ['2026-02-28T13:59:59.999Z', '2026-02-28T14:00:00.000Z', '2026-03-31T13:59:59.999Z'])
    await makeRequest(db, { ...made, created_at })
  manager = await product.as('manager')
})
afterAll(async () => {
  await product.close()
  process.env['TZ'] = 'UTC'
})
beforeEach(() => product.deps.db.deleteFrom('request_segments').execute())

const charted = async () => {
  const { body } = await manager(requests.backlogSummary, { body: { charts: true } })
  return body.charts?.by_month
}
const zones = () => product.deps.db.selectFrom('request_segments').select('months_in').execute()

test('counted from requests and by bitmaps, they are those of the filter by days', async () => {
  expect(await charted()).toEqual(MONTHS)
  await keepBitmaps(product.deps)
  expect(await charted()).toEqual(MONTHS)
  const march = { date_from: '2026-03-01', date_to: '2026-03-31' }
  expect((await manager(requests.backlogSummary, { body: march })).body.total).toBe(2)
})

test.each([
  ['in another zone', sql`update request_segments set months_in = 'UTC'`],
  // It makes them so, and leaves the zone that they had.
  ['by the release before', sql`update request_segments set first_at = '2026-02-28T13:59:59.999Z'`],
])('bitmaps that were made %s are not counted by, and made anew', async (_, made) => {
  const { db } = product.deps
  await keepBitmaps(product.deps)
  await sql`update request_bitmaps set value = value - 100 where dimension = 'month'`.execute(db)
  await made.execute(db)
  expect(await charted()).toEqual(MONTHS)
  await keepBitmaps(product.deps)
  expect(await zones()).toEqual([{ months_in: 'Asia/Vladivostok' }])
  expect(await charted()).toEqual(MONTHS)
})
