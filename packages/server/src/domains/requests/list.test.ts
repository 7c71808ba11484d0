import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requests, type BodyInput } from '@vypusk/contract'
import { present } from '../../testing/present.ts'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makeModule, makePeople, makeRelease, makeRequest } from '../../testing/making/make.ts'

type Query = BodyInput<typeof requests.backlogSummary>
const COUNT = 72

let product: TestApp
let manager: Api
let client1: Api
let people: Awaited<ReturnType<typeof makePeople>>
let releases: { open: number; hidden: number; alien: number }
let foreignModule: number

/** Field values that repeat with different periods, so that every combination of a few of them occurs. */
async function fill(index: number) {
  const { company1, company2, client1: author1, client2: author2, module } = people
  const mine = index % 3 !== 0
  const inBacklog = [null, true, false][index % 3] ?? null
  const { db } = product.deps
  await makeRequest(db, {
    author_id: mine ? author1 : author2,
    idcomp: mine ? company1 : company2,
    idmod: index % 5 === 0 ? foreignModule : module,
    e_title: `Выгрузка ${String(index).padStart(2, '0')}`,
    status_id: (index % 4) + 1,
    type_id: (index % 2) + 1,
    priority: [null, 1, 2, 3, 4, 5][index % 6],
    urgency: (index % 4) + 1,
    isPaid: index % 2 === 0,
    release_id: [null, releases.open, releases.hidden, releases.alien][index % 4],
    created_at: `2026-0${(index % 3) + 1}-${String((index % 28) + 1).padStart(2, '0')}T23:59:59.999Z`,
    ...(index % 4 === 1
      ? {}
      : { inBacklog, ...(inBacklog === null ? {} : { planned_time: index * 10, backlog_priority: (index % 5) + 1 }) }),
  })
}

beforeAll(async () => {
  product = await testApp()
  const { db } = product.deps
  people = await makePeople(db)
  // Its requests belong to company 1, but are in a module that it no longer uses.
  foreignModule = await makeModule(db)
  const author_id = people.manager
  releases = {
    open: await makeRelease(
      db,
      { author_id, published_at: '2026-02-10T09:00:00.000Z' },
      { companies: [people.company1] },
    ),
    hidden: await makeRelease(db, { author_id, is_visible_for_client: false }, { companies: [people.company1] }),
    alien: await makeRelease(db, { author_id }, { companies: [people.company2] }),
  }
  for (let index = 0; index < COUNT; index += 1) await fill(index)
  await makeRequest(db, {
    author_id: people.client1,
    idcomp: people.company1,
    idmod: people.module,
    deleted_at: '2026-03-01T00:00:00.000Z',
  })
  manager = await product.as('manager')
  client1 = await product.as('client1')
})
afterAll(() => product.close())

const backlog = async (query: Query = {}) => {
  const { status, body } = await manager(requests.backlogSummary, { body: { per_page: 500, ...query } })
  expect(status).toBe(200)
  return body
}
const tickets = async (query: Query = {}) => {
  const { status, body } = await client1(requests.tickets, { body: { per_page: 500, ...query } })
  expect(status).toBe(200)
  return body
}
const idsOf = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id)
const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b)

describe('each filter’s parts add up to the whole', () => {
  /** Every filter with all its values, each of which must leave something out. */
  const filters: [keyof Query, number[]][] = [
    ['status_ids', [1, 2, 3, 4]],
    ['type_ids', [1, 2]],
    ['urgs', [1, 2, 3, 4]],
    ['priorities', [0, 1, 2, 3, 4, 5]],
    ['priority_ids', [0, 1, 2, 3, 4, 5]],
    ['isInBacklogValues', [1, 2, 3]],
    ['isPaid', [1, 2]],
  ]
  const made = (key: 'author_ids' | 'client_ids' | 'module_ids' | 'release_ids'): [keyof Query, number[]] => {
    const values = {
      author_ids: [people.client1, people.client2],
      client_ids: [people.company1, people.company2],
      module_ids: [people.module, foreignModule],
      release_ids: [0, releases.open, releases.hidden, releases.alien],
    }
    return [key, values[key]]
  }
  const all = [...filters.map(([key]) => key), 'author_ids', 'client_ids', 'module_ids', 'release_ids'] as const
  const valuesOf = (key: (typeof all)[number]) =>
    filters.find(([name]) => name === key) ?? made(key as 'author_ids' | 'client_ids' | 'module_ids' | 'release_ids')

  test.each(all)('staff: %s', async (key) => {
    const [, values] = valuesOf(key)
    const whole = idsOf(await backlog())
    const parts = await Promise.all(values.map((value) => backlog({ [key]: [value] })))
    expect(sorted(parts.flatMap(idsOf))).toEqual(sorted(whole))
    expect(parts.reduce((sum, part) => sum + present(part.counts.planned_time), 0)).toBe(
      (await backlog()).counts.planned_time,
    )
    expect(parts.every((part) => part.total < COUNT && part.total > 0)).toBe(true)
    expect(sorted(idsOf(await backlog({ [key]: values })))).toEqual(sorted(whole))
  })

  test('rows filtered by numbers also obey the other filters and the person’s rights', async () => {
    const [one = 0, other = 0] = idsOf(await backlog({ urgs: [1] }))
    const [foreign = 0] = idsOf(await backlog({ client_ids: [people.company2] }))
    const [stranger = 0] = idsOf(await backlog({ urgs: [2] }))
    expect(sorted(idsOf(await backlog({ ids: [one, other, stranger] })))).toEqual(sorted([one, other, stranger]))
    expect(sorted(idsOf(await backlog({ ids: [one, other, stranger], urgs: [1] })))).toEqual(sorted([one, other]))
    expect(idsOf(await tickets({ ids: [foreign] }))).toEqual([])
  })

  test.each(all)('client: %s', async (key) => {
    const whole = sorted(idsOf(await tickets()))
    const parts = await Promise.all(valuesOf(key)[1].map((value) => tickets({ [key]: [value] })))
    // A filter for staff has no effect for a client: each part is the whole.
    const staffOnly = ['priority_ids', 'isInBacklogValues', 'isPaid', 'client_ids'].includes(key)
    const expected = staffOnly ? parts.flatMap(() => whole) : whole
    expect(sorted(parts.flatMap(idsOf))).toEqual(sorted(expected))
  })

  test('a client’s list ignores filters for staff, whatever they contain', async () => {
    const malformed: object = { charts: 1, isPaid: 'да', client_ids: [-1], priority_ids: 7, isInBacklogValues: {} }
    const body: Query = { per_page: 500, ...malformed }
    expect(await tickets(body)).toEqual(await tickets())
    expect((await manager(requests.backlogSummary, { body })).status).toBe(422)
  })

  test('days of creation, both included to the last moment', async () => {
    const january = await backlog({ date_from: '2026-01-01', date_to: '2026-01-31' })
    const later = await backlog({ date_from: '2026-02-01' })
    expect(january.total + later.total).toBe(COUNT)
    expect((await backlog({ date_to: '2026-01-31' })).total).toBe(january.total)
    const [first] = january.data
    const day = present(first).created_at.slice(0, 10)
    expect(idsOf(await backlog({ date_from: day, date_to: day }))).toContain(present(first).id)
  })

  test('all filters must match; a single value needs no list; null is no filter', async () => {
    const both = await backlog({ status_ids: [2], isPaid: 2, isInBacklogValues: 1 })
    expect(both.total).toBeGreaterThan(0)
    expect(both.data.every((row) => row.status.id === 2 && !row.isPaid && row.backlog_request === null)).toBe(true)
    const none = { status_ids: null, search_string: '', date_from: null, isPaid: null, release_ids: [] }
    expect((await backlog(none)).total).toBe(COUNT)
  })
})

describe('what a client sees', () => {
  test('own company’s requests in own modules, without internal data', async () => {
    const { data, total, counts } = await tickets()
    expect(total).toBe(data.length)
    expect(data.length).toBeGreaterThan(10)
    expect(
      data.every(({ company, module }) => company.idcomp === people.company1 && module.idmod === people.module),
    ).toBe(true)
    expect(data.every((row) => row.backlog_request === null)).toBe(true)
    expect(counts).toMatchObject({ total, planned_time: null, in_backlog: null })
    expect((await tickets({ charts: true })).charts).toBeUndefined()
  })

  test('only visible releases that include the company', async () => {
    const named = new Set((await tickets()).data.flatMap(({ release }) => release?.id ?? []))
    expect([...named]).toEqual([releases.open])
    expect((await tickets({ release_ids: [releases.hidden] })).total).toBe(0)
    const options = (await client1(requests.ticketFilters)).body
    expect(options.releases.map(({ id }) => id)).toEqual([releases.open])
    expect(options).not.toHaveProperty('companies')
    expect(options.modules.map(({ idmod }) => idmod)).toEqual([people.module])
  })

  test('another company’s request is not found', async () => {
    const [alien] = (await backlog({ client_ids: [people.company2] })).data
    const { status, refusal } = await client1(requests.getRequest, { params: { id: present(alien).id } })
    expect([status, refusal.message]).toEqual([404, 'Заявка не найдена'])
    const { body } = await client1(requests.requestsList, { query: { search: String(present(alien).id) } })
    expect(body.requestsList.map(({ id }) => id)).not.toContain(present(alien).id)
  })

  test('staff see the client’s list as a client would, over every company', async () => {
    const paid: Query = { isPaid: 1, per_page: 500 }
    const { body } = await manager(requests.tickets, { body: paid })
    expect(body.total).toBe(COUNT)
    expect(body.data.every((row) => row.backlog_request === null)).toBe(true)
  })

  test('the backlog is not available to clients', async () => {
    expect((await client1(requests.backlogSummary, { body: {} })).status).toBe(403)
    expect((await client1(requests.backlogFilters)).status).toBe(403)
  })
})

describe('order and pages', () => {
  test.each(requests.orderKeys.flatMap((key) => [[key, false] as const, [key, true] as const]))(
    '%s, descending %s: every row once',
    async (order_by, isDesc) => {
      const pages = await Promise.all([1, 2, 3, 4].map((page) => backlog({ order_by, isDesc, page, per_page: 20 })))
      const ids = pages.flatMap(idsOf)
      expect(new Set(ids).size).toBe(COUNT)
      expect(pages.map(({ from, to, current_page }) => [from, to, current_page])).toEqual([
        [1, 20, 1],
        [21, 40, 2],
        [41, 60, 3],
        [61, 72, 4],
      ])
      expect(ids).toEqual(idsOf(await backlog({ order_by, isDesc })))
      expect((await client1(requests.tickets, { body: { order_by, isDesc } })).status).toBe(200)
    },
  )

  test('rows follow the requested order; no priority comes first among priorities', async () => {
    const priorities = (await backlog({ order_by: 'priority' })).data.map(({ priority }) => priority ?? 0)
    expect(priorities).toEqual(priorities.toSorted((a, b) => a - b))
    const hours = (await backlog({ order_by: 'planned_time', isDesc: true })).data
    const minutes = hours.map((row) => row.backlog_request?.planned_time ?? -1)
    expect(minutes).toEqual(minutes.toSorted((a, b) => b - a))
    const titles = (await backlog({ order_by: 'release' })).data.map(({ release }) => release?.title ?? 'я')
    expect(titles).toEqual(titles.toSorted((a, b) => a.localeCompare(b, 'ru')))
    const newest = idsOf(await backlog())
    expect(newest).toEqual(newest.toSorted((a, b) => b - a))
  })

  test('a client cannot order by internal data', async () => {
    expect(idsOf(await tickets({ order_by: 'backlog_priority' }))).toEqual(idsOf(await tickets()))
  })

  test('a page past the end is empty and has the total', async () => {
    const page = await backlog({ page: 99, per_page: 50 })
    expect(page).toMatchObject({ total: COUNT, from: null, to: null, current_page: 99, per_page: 50, data: [] })
  })

  test.each([
    ['order_by', { order_by: 'text' }],
    ['page', { page: 0 }],
    ['per_page', { per_page: 501 }],
    ['date_from', { date_from: '31.01.2026' }],
    ['urgs.0', { urgs: [5] }],
    ['release_ids.0', { release_ids: [9_999_999_999] }],
    ['status_ids.0', { status_ids: ['1; drop table requests'] }],
  ])('%s is refused', async (field, body) => {
    const { status, refusal } = await manager(requests.backlogSummary, { body: body as Query })
    expect(status).toBe(422)
    expect(Object.keys(refusal.errors ?? {})).toEqual([field])
  })
})

describe('counts, charts, options', () => {
  test('counts are of the whole filtered set', async () => {
    const { data, counts } = await backlog()
    const records = data.flatMap(({ backlog_request }) => backlog_request ?? [])
    expect(counts).toEqual({
      total: COUNT,
      planned_time: records.reduce((sum, { planned_time }) => sum + (planned_time ?? 0), 0),
      in_backlog: records.filter(({ inBacklog }) => inBacklog).length,
      paid: data.filter(({ isPaid }) => isPaid).length,
    })
    expect((await backlog({ per_page: 1 })).counts).toEqual(counts)
    const none = { total: 0, planned_time: 0, in_backlog: 0, paid: 0 }
    expect((await backlog({ search_string: 'нет такой' })).counts).toEqual(none)
  })

  test('each chart adds up to its set', async () => {
    const { charts, total } = await backlog({ charts: true, isPaid: [2] })
    const { by_month, ...bars } = present(charts)
    for (const chart of Object.values(bars)) expect(chart.reduce((sum, { count }) => sum + count, 0)).toBe(total)
    expect(by_month.map(({ month }) => month)).toEqual(['2026-01', '2026-02', '2026-03'])
    expect(by_month.reduce((sum, { created }) => sum + created, 0)).toBe(total)
    const released = (await backlog({ isPaid: [2], release_ids: [releases.open] })).total
    expect(by_month.map((one) => one.released)).toEqual([0, released, 0])
    expect(bars.by_priority.map(({ id }) => id)).toEqual([5, 3, 1])
  })

  test('options are those that occur in some request', async () => {
    const { body } = await manager(requests.backlogFilters)
    expect(body.statuses.map(({ id }) => id)).toEqual([1, 2, 3, 4])
    expect(body.statuses[0]).toEqual({ id: 1, name: 'Новая', tone: 'grey' })
    expect(body.types.map(({ id }) => id)).toEqual([1, 2])
    expect(body.releases).toHaveLength(3)
    expect(body.companies).toHaveLength(2)
    expect(body.priorities.map(({ id }) => id)).toEqual([0, 5, 4, 3, 2, 1])
    expect(body.urgencies.map(({ name }) => name)).toEqual(['Обычный', 'Повышенный', 'Высокий', 'Критично'])
    expect(body.isPaid.map(({ name }) => name)).toEqual(['Платная', 'Бесплатная'])
  })
})
