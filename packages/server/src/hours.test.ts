import { readSheet } from 'read-excel-file/node'
import { afterAll, expect, test } from 'vitest'
import { auth, registry, releases, requests } from '@vypusk/contract'
import { changeAsRead } from './domains/requests/policy.ts'
import type { Api } from './testing/app.ts'
import { makeEntry } from './testing/making/make.ts'
import { releasesWorld } from './testing/releases.ts'

/**
 * Planned hours are for staff unless the installation opens them: every way they can be read, in both kinds of
 * installation.
 */

const closed = await releasesWorld()
const open = await releasesWorld({ HOURS_FOR_CLIENTS: 'on' })
afterAll(() => Promise.all([closed.product.close(), open.product.close()]))

type World = typeof open

async function withHours({ db, people, newRelease, newRequest, staff }: World) {
  const release = await newRelease({ planned_time: 600, title: 'Часы' })
  const request = await newRequest({ planned_time: 90, inBacklog: true, backlog_title: 'Своё', backlog_priority: 2 })
  const cheap = await newRequest({ planned_time: 30, inBacklog: true })
  await newRequest()
  await staff(releases.addRequests, { params: { id: release }, body: { requests: [request] } })
  const entry = await makeEntry(db, { author_id: people.client1, idcomp: people.company1, planned_time: 45 })
  await db.updateTable('users').set({ can_enter_registry: true }).where('id', '=', people.client1).execute()
  return { release, request, cheap, entry }
}

const things = { closed: await withHours(closed), open: await withHours(open) }

async function headOf(api: Api, endpoint: typeof releases.summary | typeof requests.tickets) {
  const { raw } = await api(endpoint, { body: { isExcel: true } })
  const [head = []] = await readSheet(raw)
  return head.map(String).filter((title) => /час/i.test(title))
}

/** Everything that a client reads about hours. */
async function readBy({ client }: World, { release, request, entry }: (typeof things)['open']) {
  const page = (await client(releases.summary, { body: { search_string: 'Часы' } })).body
  const one = (await client(releases.get, { params: { id: release } })).body
  const body = { order_by: 'planned_time', isDesc: true } as const
  const list = (await client(requests.tickets, { body })).body
  const detail = (await client(requests.getRequest, { params: { id: request } })).body
  const written = (await client(registry.getEntry, { params: { id: entry } })).body
  return {
    rows: page.data.map(({ planned_time, planned_requests_time }) => [planned_time, planned_requests_time]),
    total: page.totals.planned_time,
    release: [one.planned_time, one.planned_requests_time, one.requests[0]?.backlog_request?.planned_time],
    staffs: [one.calculation, one.requestsIssuesInfo],
    requests: list.data.map((row) => row.backlog_request),
    counted: list.counts.planned_time,
    detail: detail.backlog_request,
    entry: written.planned_time,
    books: [await headOf(client, releases.summary), await headOf(client, requests.tickets)],
    account: (await client(auth.getUser)).body.hours_open,
  }
}

const record = { title: null, priority: null, inBacklog: false, version: expect.any(Number) }

test('hours are never sent to clients if they are for staff', async () => {
  expect(await readBy(closed, things.closed)).toEqual({
    rows: [[0, 0]],
    total: 0,
    release: [0, 0, undefined],
    staffs: [undefined, undefined],
    requests: [null, null, null],
    counted: null,
    detail: null,
    entry: null,
    books: [[], []],
    account: undefined,
  })
})

test('only hours are sent to clients if the installation opens them', async () => {
  const { request, cheap } = things.open
  expect(await readBy(open, things.open)).toEqual({
    rows: [[600, 90]],
    total: 600,
    release: [600, 90, 90],
    staffs: [undefined, undefined],
    requests: [
      { ...record, request_id: request, planned_time: 90 },
      { ...record, request_id: cheap, planned_time: 30 },
      null,
    ],
    counted: 120,
    detail: { ...record, request_id: request, planned_time: 90 },
    entry: 45,
    books: [['Плановые часы', 'Часы заявок'], ['Часы']],
    account: true,
  })
})

test('staff who view as a company see as much as its people', async () => {
  const eyes = (world: World, id: number) =>
    world.staff(releases.get, { params: { id }, query: { as_company: world.people.company1 } })
  expect((await eyes(closed, things.closed.release)).body).toMatchObject({ planned_time: 0, planned_requests_time: 0 })
  expect((await eyes(open, things.open.release)).body).toMatchObject({ planned_time: 600, planned_requests_time: 90 })
})

test('a change of hours is sent to those who see hours', () => {
  const change = { field: 'planned_time', before: 60, after: 90 } as Parameters<typeof changeAsRead>[1]
  const known = { byId: new Map(), titles: new Set() }
  expect(changeAsRead({ isRivc: true }, change, known)).toBe(change)
  expect(changeAsRead({ isRivc: false }, change, known)).toBeNull()
  expect(changeAsRead({ isRivc: false, hours_open: true }, change, known)).toBe(change)
})
