import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { requests, trackers } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makePeople, makeRequest } from '../../testing/make.ts'
import { startReceiver, type TestReceiver } from '../../testing/receiver.ts'
import { readTracker } from './commands/reading.ts'

/** What the readings of a tracker have to find between them, whatever happens meanwhile (docs/decisions/0102). */

let redmine: TestReceiver
let product: TestApp
let admin: Api
let make: (overrides?: object) => Promise<number>
let request: number
beforeAll(async () => {
  redmine = await startReceiver()
  product = await testApp({ WEBHOOKS_TO_PRIVATE: 'on' })
  const { db } = product.deps
  const { company1: idcomp, client1: author_id, module: idmod } = await makePeople(db)
  make = (overrides = {}) => makeRequest(db, { author_id, idcomp, idmod, ...overrides })
  request = await make()
  admin = await product.as('admin')
})
afterAll(async () => {
  await product.close()
  await redmine.close()
})
beforeEach(async () => {
  await product.deps.db.deleteFrom('trackers').execute()
  await product.deps.db.deleteFrom('issues').execute()
})

interface Issue {
  id: number
  updated_on: string
  parent?: { id: number }
}
const START = Date.UTC(2026, 2, 1)
/** The moment a number of minutes after the start, as Redmine writes it. */
const minute = (minutes: number) => new Date(START + minutes * 60_000).toISOString()
const issue = (id: number, overrides: object = {}) => ({
  id,
  subject: `Задача ${id}`,
  status: { id: 1, name: 'Новая' },
  updated_on: minute(id),
  ...overrides,
})
const field = (name: string, value: unknown) => ({ id: name.length, name, value })
const named = (value: unknown) => ({ custom_fields: [field('Заявка', value)] })

const json = (body: object) => ({ status: 200, body: JSON.stringify(body) })

interface Entry {
  issue: { id: number }
  created_on: string
}

/** Answers as a Redmine with these issues and time entries, newest first, does; they may change meanwhile. */
function answerFrom(issues: Issue[], path: string, entries: Entry[] = []) {
  const url = new URL(path, redmine.url)
  const skipped = Number(url.searchParams.get('offset') ?? 0)
  if (url.pathname === '/time_entries.json') return json({ time_entries: entries.slice(skipped, skipped + 100) })
  if (url.pathname !== '/issues.json') return { status: 404 }
  const since = url.searchParams.get('updated_on')?.slice('>='.length) ?? ''
  const only = url.searchParams.get('issue_id')?.split(',')
  const above = url.searchParams.get('parent_id')?.split(',')
  const isFound = ({ id, updated_on, parent }: Issue) => {
    if (above) return parent !== undefined && above.includes(String(parent.id))
    return only ? only.includes(String(id)) : updated_on >= since
  }
  const found = issues
    .filter(isFound)
    .toSorted((one, other) => one.updated_on.localeCompare(other.updated_on) || one.id - other.id)
  return json({ issues: found.slice(skipped, skipped + 100), total_count: found.length })
}
/** The same, while the key may not see some issues. */
const hides = (issues: Issue[], hidden: number[]) =>
  void (redmine.answer = ({ path }) =>
    hidden.some((id) => path.startsWith(`/issues/${id}.json`))
      ? { status: 403 }
      : answerFrom(
          issues.filter(({ id }) => !hidden.includes(id)),
          path,
        ))
const has = (issues: Issue[]) => void (redmine.answer = ({ path }) => answerFrom(issues, path))

const now = async () => (await admin(trackers.list)).body.trackers[0]!

/** Adds a tracker and waits for its first reading; the others happen when a test calls for them. */
async function connect(overrides: object = {}) {
  const body = { name: 'Redmine', url: redmine.url, key: 'key-1', ...overrides }
  const { id } = (await admin(trackers.create, { body })).body.tracker
  await expect.poll(async () => (await now()).read_at).not.toBeNull()
  return { params: { id }, read: () => readTracker(product.deps, id) }
}
const tasks = () =>
  product.deps.db
    .selectFrom('issues')
    .select(['key', 'request_id', 'spent_time'])
    .orderBy('request_id')
    .orderBy('id')
    .execute()

test('a tracker that is saved while it is read is read again by its new field', async () => {
  const issues = [issue(1, { custom_fields: [field('Обращение', request)] }), issue(2)]
  has([])
  const { params, read } = await connect()
  const held = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  redmine.answer = async ({ path }) => {
    asked.resolve()
    await held.promise
    return answerFrom(issues, path)
  }
  const reading = read()
  await asked.promise
  const body = { url: redmine.url, is_active: true, request_field: 'Обращение', key: '' }
  await admin(trackers.save, { params, body })
  held.resolve()
  await reading
  await read()
  expect(await tasks()).toMatchObject([{ key: '1', request_id: request }])
})

test('every task of a release that is not out is read again within ten minutes, however many there are', async () => {
  has([])
  const { read } = await connect()
  const all = Array.from({ length: 2100 }, (_, n) => issue(n + 1, { updated_on: minute(0) }))
  await product.deps.db
    .insertInto('issues')
    .values(
      all.map(({ id, subject }) => ({
        tracker: 'Redmine',
        key: String(id),
        request_id: request,
        title: subject,
        status: 'Новая',
      })),
    )
    .execute()
  // None of them changes as far as Redmine tells by itself.
  redmine.answer = ({ path }) =>
    path.includes('issue_id=')
      ? answerFrom(
          all.map((one) => ({ ...one, ...named(request), spent_hours: 2 })),
          path,
        )
      : answerFrom([], path)
  const stale = async () => (await tasks()).filter(({ spent_time }) => spent_time === 0).length
  product.clock.set(new Date(product.clock.now().getTime() + 11 * 60_000).toISOString())
  await read()
  expect(await stale()).toBe(100)
  await read()
  expect(await stale()).toBe(0)
  const before = redmine.received.length
  await read()
  expect(redmine.received.slice(before).filter(({ path }) => path.includes('issue_id='))).toEqual([])
})

test('an issue read before a request was imported from it becomes its task with those below, and again after a deletion', async () => {
  has([issue(500), issue(501), issue(502, { parent: { id: 500 } }), issue(503, { parent: { id: 502 } })])
  const { read } = await connect({ source: 'Redmine' })
  const id = await make({ source: 'Redmine', source_key: '500' })
  const keys = async () => (await tasks()).map(({ key }) => String(key))
  await read()
  expect((await keys()).toSorted((a, b) => Number(a) - Number(b))).toEqual(['500', '502', '503'])
  const { db } = product.deps
  const deleted = (deleted_at: string | null) =>
    db.updateTable('requests').set({ deleted_at }).where('id', '=', id).execute()
  await deleted(minute(0))
  has([issue(500, { updated_on: minute(600) }), issue(501)])
  await read()
  expect(await keys()).not.toContain('500')
  await deleted(null)
  product.clock.set(new Date(product.clock.now().getTime() + 11 * 60_000).toISOString())
  await read()
  await read()
  expect(await keys()).toContain('500')
})

test('tasks that a key may not see for a while are kept, only deleted ones go, and nothing of that time is missed', async () => {
  const own = named(request)
  const [top, below, other, deleted] = [issue(1, own), issue(2, { parent: { id: 1 } }), issue(3, own), issue(4, own)]
  has([top, below, other, deleted])
  const { read } = await connect()
  const readLater = async () => {
    product.clock.set(new Date(product.clock.now().getTime() + 11 * 60_000).toISOString())
    await read()
    await read()
  }
  await readLater()
  const keys = async () => (await tasks()).map(({ key }) => String(key))
  expect(await keys()).toEqual(['1', '2', '3', '4'])
  const seen = product.clock.now().toISOString()

  // The project of two tasks is archived, a third is deleted, and work goes on in both projects.
  const worked = [{ ...top, spent_hours: 2 }, { ...below, updated_on: minute(600) }, other]
  const meanwhile = issue(5, { ...own, updated_on: minute(500) })
  hides([...worked, meanwhile], [1, 3, 5])
  await readLater()
  await readLater()
  expect(await keys()).toEqual(['1', '2', '3'])
  expect(await now()).toMatchObject({ issues: 3, hidden: 2, failing_since: null })
  const reported = async () =>
    Object.fromEntries(
      (await admin(requests.getRequest, { params: { id: request } })).body.issues.map((one) => [
        one.key,
        one.reported_at,
      ]),
    )
  expect((await reported())['2']).toBe(product.clock.now().toISOString())
  expect(new Date((await reported())['1'] ?? '').getTime() - new Date(seen).getTime()).toBeLessThanOrEqual(11 * 60_000)

  has([...worked, meanwhile])
  await readLater()
  expect(await keys()).toEqual(['1', '2', '3', '5'])
  expect((await tasks())[0]).toMatchObject({ key: '1', spent_time: 120 })
  expect(await now()).toMatchObject({ issues: 4, hidden: 0 })
})

test('an issue that the tracker does not show is asked for once in ten minutes', async () => {
  has([])
  const { read } = await connect({ source: 'Redmine' })
  await make({ source: 'Redmine', source_key: '9001' })
  await make({ source: 'Redmine', source_key: 'не номер' })
  await make({ source: 'Redmine', source_key: '99999999999999' })
  const asked = () => redmine.received.filter(({ path }) => path.includes('9001')).length
  for (const times of [1, 1, 1]) {
    await read()
    expect(asked()).toBe(times)
  }
  product.clock.set(new Date(product.clock.now().getTime() + 11 * 60_000).toISOString())
  for (const times of [1, 2, 2]) {
    await read()
    expect(asked()).toBe(times)
  }
})

test('no issue is skipped when an earlier one is changed between two pages', async () => {
  const moved = issue(1, named(request))
  const issues = [moved, ...Array.from({ length: 149 }, (_, n) => issue(n + 2, named(request)))]
  // More than a page of one timestamp.
  const together = Array.from({ length: 150 }, (_, n) => issue(n + 201, { updated_on: minute(500), ...named(request) }))
  redmine.answer = ({ path }) => {
    const reply = answerFrom([...issues, ...together], path)
    if (path.startsWith('/issues.json')) moved.updated_on = minute(1000)
    return reply
  }
  await connect()
  expect(await tasks()).toHaveLength(300)
})

/** Two issues, of which the first has hours that are known only from time entries. */
const logged = (spent_hours: number) => [issue(1, { ...named(request), spent_hours }), issue(2)]
const spent = async () => (await tasks())[0]?.spent_time

test('the first time entry of all is counted', async () => {
  has(logged(0))
  const { read } = await connect()
  expect(await spent()).toBe(0)
  redmine.answer = ({ path }) => answerFrom(logged(2), path, [{ issue: { id: 1 }, created_on: minute(50) }])
  await read()
  expect(await spent()).toBe(120)
})

test('of more time entries than one run reads, none is lost, and issues are read from the beginning once', async () => {
  const entries = (count: number) =>
    Array.from({ length: count }, (_, n) => ({
      issue: { id: n === 0 ? 1 : 2 },
      created_on: minute(50 + n),
    })).toReversed()
  redmine.answer = ({ path }) => answerFrom(logged(0), path, [{ issue: { id: 2 }, created_on: minute(49) }])
  const { read } = await connect()
  redmine.answer = ({ path }) => answerFrom(logged(3), path, entries(2500))
  await read()
  await read()
  expect(await spent()).toBe(180)
  const before = redmine.received.length
  await read()
  const asked = redmine.received.slice(before).filter(({ path }) => path.startsWith('/issues.json'))
  expect(asked.filter(({ path }) => !path.includes('updated_on=') && !path.includes('issue_id='))).toEqual([])
})
