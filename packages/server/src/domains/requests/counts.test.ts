import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { releases } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makePeople, makeRelease, makeRequest } from '../../testing/making/make.ts'
import { present } from '../../testing/present.ts'
import { keepCounts } from './commands/counts.ts'

/** What lists show and sort by must be what the requests add up to, at every moment (docs/decisions/0143). */

let product: TestApp
let manager: Api
let people: Awaited<ReturnType<typeof makePeople>>
let own: number[]

beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
  manager = await product.as('manager')
})
afterAll(() => product.close())

beforeEach(async () => {
  const { db } = product.deps
  const author_id = people.manager
  own = [await makeRelease(db, { author_id }), await makeRelease(db, { author_id })]
  const [first, second] = own
  const made: [idcomp: number, release_id: number | undefined, hours: number | null][] = [
    [people.company1, first, 1],
    [people.company1, first, null],
    [people.company2, first, 40],
    [people.company2, second, 7],
    [people.company1, undefined, 3],
  ]
  for (const [idcomp, release_id, hours] of made) {
    await makeRequest(db, {
      idcomp,
      idmod: people.module,
      author_id: people.client1,
      release_id: release_id ?? null,
      inBacklog: true,
      backlog_priority: 1,
      planned_time: hours === null ? null : hours * 60,
    })
  }
})

type Counts = Pick<releases.ReleaseRow, 'id' | 'requests_count' | 'planned_requests_time' | 'unnamed_count'>

/** As the requests add up to it. */
async function added(): Promise<Counts[]> {
  const { rows } = await sql<Counts>`
    select r.id, count(q.id)::int as requests_count, coalesce(sum(q.planned_time), 0)::int as planned_requests_time,
      count(distinct q.idcomp) filter (where not exists (
        select from release_companies as named
        where named.release_id = r.id and named.idcomp = q.idcomp))::int as unnamed_count
    from releases as r left join requests as q on q.release_id = r.id and q.deleted_at is null
    where r.deleted_at is null group by r.id
    order by planned_requests_time desc, r.id desc`.execute(product.deps.db)
  return rows
}

/** As the list shows it, by hours. */
async function shown(): Promise<Counts[]> {
  const { body } = await manager(releases.list, {
    body: { per_page: 500, order_by: 'planned_requests_time', isDesc: true },
  })
  return body.data.map(({ id, requests_count, planned_requests_time, unnamed_count }) => ({
    id,
    requests_count,
    planned_requests_time,
    unnamed_count,
  }))
}

async function uncounted(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select release_id from request_count_changes union
      select id from releases where id not in (select release_id from counted_releases)) as open`.execute(
    product.deps.db,
  )
  return present(rows[0]).count
}

const changes: [string, () => Promise<unknown>][] = [
  [
    'a new request',
    () =>
      makeRequest(product.deps.db, {
        idcomp: people.company2,
        idmod: people.module,
        author_id: people.client1,
        release_id: present(own[1]),
        inBacklog: true,
        backlog_priority: 1,
        planned_time: 6000,
      }),
  ],
  [
    'a request moved to another release',
    () => run(sql`update requests set release_id = ${own[1]} where planned_time = 2400`),
  ],
  ['a request taken out', () => run(sql`update requests set release_id = null where release_id = ${own[1]}`)],
  ['a request put in', () => run(sql`update requests set release_id = ${own[1]} where release_id is null`)],
  ['other hours', () => run(sql`update requests set planned_time = 999 where release_id = ${own[0]}`)],
  ['another company', () => run(sql`update requests set idcomp = ${people.company2} where release_id = ${own[0]}`)],
  ['a withdrawal', () => run(sql`update requests set deleted_at = now() where release_id = ${own[1]}`)],
  ['removed rows', () => run(sql`delete from requests where release_id = ${own[0]}`)],
  ['a new release', () => makeRelease(product.deps.db, { author_id: people.manager })],
]
const run = (query: ReturnType<typeof sql>) => query.execute(product.deps.db)

test.each(changes)('%s is counted before and after it is counted ahead', async (_, change) => {
  expect(await shown()).toEqual(await added())
  await keepCounts(product.deps)
  expect(await uncounted()).toBe(0)
  const before = await shown()
  expect(before).toEqual(await added())
  await change()
  expect(await uncounted()).toBeGreaterThan(0)
  expect(await shown()).not.toEqual(before)
  expect(await shown()).toEqual(await added())
  await keepCounts(product.deps)
  expect(await uncounted()).toBe(0)
  expect(await shown()).toEqual(await added())
})

test('what is counted ahead is not read from the requests', async () => {
  await keepCounts(product.deps)
  await run(sql`update counted_releases set requests = 77 where release_id = ${own[1]}`)
  expect((await shown()).find(({ id }) => id === own[1])?.requests_count).toBe(77)
  await run(sql`update requests set planned_time = 1 where release_id = ${own[1]}`)
  expect(await shown()).toEqual(await added())
})

test('a change that changes no count leaves the release counted', async () => {
  await keepCounts(product.deps)
  await run(sql`update requests set urgency = 3, version = version + 1`)
  expect(await uncounted()).toBe(0)
})

test('a change that is committed only after counting is not lost', async () => {
  await product.deps.db.transaction().execute(async (tx) => {
    await sql`update requests set planned_time = 4000 where release_id = ${own[0]}`.execute(tx)
    await keepCounts(product.deps)
    expect(await shown()).toEqual(await added())
  })
  expect(await shown()).toEqual(await added())
})

test('processes that count at once wait for each other', async () => {
  await run(sql`update requests set planned_time = 60 where release_id = ${own[0]}`)
  await Promise.all([keepCounts(product.deps), keepCounts(product.deps)])
  expect(await uncounted()).toBe(0)
  expect(await shown()).toEqual(await added())
})

test('when all requests are removed at once, nothing is counted', async () => {
  await keepCounts(product.deps)
  await run(sql`truncate requests cascade`)
  expect(await shown()).toEqual(await added())
})
