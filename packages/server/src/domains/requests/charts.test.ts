import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleted, requests, type BodyInput } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { exportOf } from '../../testing/exports.ts'
import { withFile } from '../../testing/file.ts'
import { makeModule, makePeople, makeRelease, makeRequest } from '../../testing/making/make.ts'
import { present } from '../../testing/present.ts'
import { staffBy } from '../auth/port.ts'
import { keepBitmaps } from './commands/bitmaps.ts'
import { importRequests } from './import/import-requests.ts'

/** Charts counted by bitmaps, by requests, and by both must be what the rows of the list add up to. */

type Query = BodyInput<typeof requests.backlogSummary>
const COUNT = 160
/** Far enough apart for several segments. */
const idOf = (index: number) => 1 + index * 211

let product: TestApp
let as: Record<'manager' | 'admin' | 'client1', Api>
let people: Awaited<ReturnType<typeof makePeople>>
let modules: number[]
let releases: number[]
/** The month in which each release was published. */
let published: Map<number, string>

async function fill(index: number) {
  const { company1, company2, client1, client2 } = people
  const inBacklog = [null, true, false][index % 3] ?? null
  await makeRequest(product.deps.db, {
    id: idOf(index),
    author_id: index % 2 === 0 ? client1 : client2,
    idcomp: index % 2 === 0 ? company1 : company2,
    idmod: present(modules[index % 3 === 0 ? 0 : 1]),
    status_id: (index % 4) + 1,
    type_id: (index % 3) + 1,
    priority: [null, 1, 2, 3, 4, 5][index % 6],
    urgency: (index % 4) + 1,
    isPaid: index % 5 === 0,
    release_id: [null, ...releases][index % 4],
    // In order, as usual, but for a few at the end; the last moments of days belong to two days of different zones.
    created_at: new Date(Date.UTC(2025, 10, 1 + (index < 150 ? index : index - 120), 23, 59, 59, 999)).toISOString(),
    inBacklog,
    ...(inBacklog === null ? {} : { backlog_priority: index % 6 === 0 ? null : (index % 5) + 1 }),
  })
}

beforeAll(async () => {
  product = await testApp()
  const { db } = product.deps
  people = await makePeople(db)
  modules = [people.module, await makeModule(db, [people.company1])]
  const author_id = people.manager
  releases = [
    await makeRelease(db, { author_id, published_at: '2026-02-10T09:00:00.000Z' }),
    await makeRelease(db, { author_id, published_at: '2026-01-31T23:30:00.000Z' }),
    await makeRelease(db, { author_id }),
  ]
  published = new Map([
    [present(releases[0]), '2026-02'],
    [present(releases[1]), '2026-01'],
  ])
  for (let index = 0; index < COUNT; index += 1) await fill(index)
  await sql`select setval(pg_get_serial_sequence('requests', 'id'), (select max(id) from requests))`.execute(db)
  const logins = ['manager', 'admin', 'client1'] as const
  as = Object.fromEntries(
    await Promise.all(logins.map(async (login) => [login, await product.as(login)] as const)),
  ) as typeof as
})
afterAll(() => product.close())

const ask = async (query: Query) => {
  const { status, body } = await as.manager(requests.backlogSummary, { body: { per_page: 500, ...query } })
  expect(status).toBe(200)
  return body
}

function countsOf(values: (string | number)[]) {
  const counts = new Map<string | number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return Object.fromEntries(counts)
}

/** The charts as the rows of the list add up to them. */
function chartsIn({ data }: Awaited<ReturnType<typeof ask>>) {
  const months = (moments: string[]) => countsOf(moments.map((moment) => moment.slice(0, 7)))
  return {
    by_status: countsOf(data.map(({ status }) => status.id)),
    by_type: countsOf(data.map(({ type }) => type.id)),
    by_urgency: countsOf(data.map(({ urgency }) => urgency)),
    by_priority: countsOf(data.map(({ priority }) => priority ?? 0)),
    by_company: countsOf(data.map(({ company }) => company.idcomp)),
    created: months(data.map(({ created_at }) => created_at)),
    released: months(data.flatMap(({ release }) => (release && published.get(release.id)) ?? [])),
  }
}

/** The charts of the reply in the same form. */
function chartsOf({ charts }: Awaited<ReturnType<typeof ask>>) {
  const { by_month, ...bars } = present(charts)
  const shown = Object.entries(bars).map(([name, chart]) => [
    name,
    Object.fromEntries(chart.map((bar) => [bar.id, bar.count])),
  ])
  const ofMonths = (key: 'created' | 'released') =>
    Object.fromEntries(by_month.filter((month) => month[key] > 0).map((month) => [month.month, month[key]]))
  return { ...Object.fromEntries(shown), created: ofMonths('created'), released: ofMonths('released') }
}

/** The queries whose charts are not what the rows add up to, with both. */
async function wrong(queries: Query[] = [{}]) {
  const found = []
  for (const query of queries) {
    const page = await ask({ ...query, charts: true })
    const [shown, added] = [chartsOf(page), chartsIn(page)]
    if (!isDeepStrictEqual(shown, added)) found.push({ query, shown, added })
  }
  return found
}

const changedSegments = async () =>
  (await product.deps.db.selectFrom('request_segment_changes').select('segment').distinct().execute()).length

/** Each filter with values that leave something out and something in. */
const filters = (): Query[] => [
  {},
  { status_ids: [2, 3] },
  { type_ids: [1] },
  { urgs: [4] },
  { priorities: [0, 5] },
  { priority_ids: [0, 2] },
  { module_ids: [present(modules[0])] },
  { client_ids: [people.company2] },
  { author_ids: [people.client1] },
  { release_ids: [present(releases[0]), present(releases[2])] },
  { release_ids: [0, present(releases[1])] },
  { isPaid: 1 },
  { isPaid: [2] },
  { isInBacklogValues: [1] },
  { isInBacklogValues: [2, 3] },
  { date_from: '2025-12-15' },
  { date_to: '2026-02-20' },
  { date_from: '2025-11-20', date_to: '2026-02-05' },
  { ids: [idOf(1), idOf(2), idOf(90)] },
  { search_string: 'заявка' },
  { status_ids: [99] },
]

describe.each([
  ['requests alone', async () => undefined, 0],
  ['bitmaps alone', () => keepBitmaps(product.deps), 0],
  [
    'both, after changes in some segments',
    async () => {
      await keepBitmaps(product.deps)
      await sql`update requests set urgency = urgency % 4 + 1, created_at = created_at + interval '30 days' where id % 8192 < 600 and id > 8192`.execute(
        product.deps.db,
      )
    },
    4,
  ],
])('counted by %s', (_, prepare, changed) => {
  beforeAll(async () => {
    await product.deps.db.deleteFrom('request_segment_changes').execute()
    await prepare()
  })

  test('every filter, alone and with two others', async () => {
    expect(await changedSegments()).toBe(changed)
    const all = filters()
    const pairs = all.flatMap((one, index) =>
      [0, 1, 5].map((away) => ({ ...one, ...all[(index + away) % all.length] })),
    )
    expect(await wrong(pairs)).toEqual([])
  })

  test('the pages of certain days in every order', async () => {
    const days = filters().filter(({ date_from, date_to }) => date_from !== undefined || date_to !== undefined)
    const none = { date_from: '2031-01-01' }
    const orders = requests.orderKeys.flatMap((order_by) => [
      { order_by, isDesc: false },
      { order_by, isDesc: true },
    ])
    const idsOf = async (query: Query) => (await ask({ ...query, per_page: 20, page: 2 })).data.map(({ id }) => id)
    for (const query of [...days, none].flatMap((some) => orders.map((order) => ({ ...some, ...order })))) {
      // With charts a page is found by indexes, otherwise so few requests are read and sorted.
      expect([query, await idsOf({ ...query, charts: true })]).toEqual([query, await idsOf(query)])
    }
  })
})

test('segments with bitmaps are not read', async () => {
  await keepBitmaps(product.deps)
  const { db } = product.deps
  await sql`update request_bitmaps set bits = 0::bit(8192) where dimension = 'status' and segment = 1`.execute(db)
  const sum = (charts: requests.RequestCharts | undefined) =>
    present(charts).by_status.reduce((all, { count }) => all + count, 0)
  const { charts, total } = await ask({ charts: true })
  expect(sum(charts)).toBeLessThan(total)
  // Whatever is not in bitmaps is counted from the requests.
  const found = await ask({ charts: true, search_string: 'заявка' })
  expect(sum(found.charts)).toBe(total)
  await sql`update requests set version = version where id between 8192 and 16383`.execute(db)
  expect(await wrong()).toEqual([])
})

describe('after a change, before and after the bitmaps are made anew', () => {
  const body = () => ({ e_title: 'Новая', text: '', module: people.module, type: 1, urgency: 2, files: [] })
  // Requests of client1 that are new and in no release.
  const [edited, withdrawn] = [idOf(8), idOf(12)]
  const changes: [string, () => Promise<unknown>][] = [
    ['a new request', () => as.client1(requests.createRequest, { body: body() })],
    ['an edit', () => as.client1(requests.saveRequest, { params: { id: edited }, body: { urgency: 4 } })],
    [
      'the backlog',
      () => as.manager(requests.saveBacklog, { body: { request_id: idOf(3), inBacklog: true, priority: 1 } }),
    ],
    ['a deletion', () => as.client1(requests.withdrawRequest, { params: { id: withdrawn } })],
    ['a restored request', () => as.admin(deleted.restore, { body: { entity: 'request', id: withdrawn } })],
    [
      'an import',
      async () => {
        const actor = { deps: product.deps, person: present(await staffBy(product.deps.db)) }
        return withFile(await exportOf('jira-en.csv'), (path) =>
          importRequests(actor, { path, company: people.company1, mapping: {}, dryRun: false }),
        )
      },
    ],
    [
      'a published release',
      async () => {
        const id = present(releases[2])
        await sql`update releases set published_at = '2026-03-05T09:00:00Z' where id = ${id}`.execute(product.deps.db)
        published.set(id, '2026-03')
      },
    ],
    ['a later migration', () => sql`update requests set status_id = 5 where id < 3000`.execute(product.deps.db)],
    ['removed rows', () => sql`delete from requests where id between 400 and 1500`.execute(product.deps.db)],
  ]

  const shown = () =>
    Promise.all([{}, { isInBacklogValues: [2] }].map(async (query) => (await ask({ ...query, charts: true })).charts))

  test.each(changes)('%s', async (_, change) => {
    await keepBitmaps(product.deps)
    const before = await shown()
    await change()
    expect(await shown()).not.toEqual(before)
    expect(await wrong()).toEqual([])
    await keepBitmaps(product.deps)
    expect(await changedSegments()).toBe(0)
    expect(await wrong([{}, { isPaid: 2, date_from: '2025-12-01' }])).toEqual([])
  })

  test('a change that is committed only after bitmaps were made is not lost', async () => {
    const found = await product.deps.db.transaction().execute(async (tx) => {
      await tx.updateTable('requests').set({ urgency: 3 }).where('id', '<', 6000).execute()
      await keepBitmaps(product.deps)
      return wrong()
    })
    expect(found).toEqual([])
    expect(await wrong()).toEqual([])
  })

  test('processes that make bitmaps at once wait for each other', async () => {
    await sql`update requests set urgency = 2 where id % 2 = 0`.execute(product.deps.db)
    await Promise.all([keepBitmaps(product.deps), keepBitmaps(product.deps)])
    expect(await changedSegments()).toBe(0)
    expect(await wrong()).toEqual([])
  })

  test('a table that was emptied has no bitmaps', async () => {
    await sql`truncate requests cascade`.execute(product.deps.db)
    expect((await ask({ charts: true })).charts).toMatchObject({ by_status: [], by_month: [] })
    await keepBitmaps(product.deps)
    await fill(0)
    expect(await wrong()).toEqual([])
  })
})
