import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { requests, trackers, type ReplyOf } from '@vypusk/contract'
import {
  answerFrom,
  field,
  issue,
  minute,
  named,
  trackersWorld,
  type Issue,
} from '../../testing/servers/redmine-stand-in.ts'

/** What the readings of a tracker have to find between them, whatever happens meanwhile (docs/decisions/0102). */

let world: Awaited<ReturnType<typeof trackersWorld>>
beforeAll(async () => void (world = await trackersWorld()))
afterAll(() => world.close())
beforeEach(() => world.empty())

/** Makes the Redmine have these issues, some of which the key may not see. */
const hides = (issues: Issue[], hidden: number[]) =>
  void (world.redmine.answer = ({ path }) =>
    hidden.some((id) => path.startsWith(`/issues/${id}.json`))
      ? { status: 403 }
      : answerFrom(
          issues.filter(({ id }) => !hidden.includes(id)),
          path,
        ))
const tasks = () =>
  world.product.deps.db
    .selectFrom('issues')
    .select(['key', 'request_id', 'spent_time'])
    .orderBy('request_id')
    .orderBy('id')
    .execute()

test('a tracker that is saved while it is read is read again by its new field', async () => {
  const issues = [issue(1, { custom_fields: [field('Обращение', world.request)] }), issue(2)]
  world.has([])
  const { params, read } = await world.connect()
  const held = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  world.redmine.answer = async ({ path }) => {
    asked.resolve()
    await held.promise
    return answerFrom(issues, path)
  }
  const reading = read()
  await asked.promise
  const body = { url: world.redmine.url, is_active: true, request_field: 'Обращение', key: '' }
  await world.admin(trackers.save, { params, body })
  held.resolve()
  await reading
  await read()
  expect(await tasks()).toMatchObject([{ key: '1', request_id: world.request }])
})

test('every task of a release that is not out is read again within ten minutes, however many there are', async () => {
  world.has([])
  const { read } = await world.connect()
  const all = Array.from({ length: 2100 }, (_, n) => issue(n + 1, { updated_on: minute(0) }))
  await world.product.deps.db
    .insertInto('issues')
    .values(
      all.map(({ id, subject }) => ({
        tracker: 'Redmine',
        key: String(id),
        request_id: world.request,
        title: subject,
        status: 'Новая',
      })),
    )
    .execute()
  // None of them changes as far as Redmine tells by itself.
  world.redmine.answer = ({ path }) =>
    path.includes('issue_id=')
      ? answerFrom(
          all.map((one) => ({ ...one, ...named(world.request), spent_hours: 2 })),
          path,
        )
      : answerFrom([], path)
  const stale = async () => (await tasks()).filter(({ spent_time }) => spent_time === 0).length
  world.product.clock.set(new Date(world.product.clock.now().getTime() + 11 * 60_000).toISOString())
  await read()
  expect(await stale()).toBe(100)
  await read()
  expect(await stale()).toBe(0)
  const before = world.redmine.received.length
  await read()
  expect(world.redmine.received.slice(before).filter(({ path }) => path.includes('issue_id='))).toEqual([])
})

test('an issue read before a request was imported from it becomes its task with those below, and again after a deletion', async () => {
  world.has([issue(500), issue(501), issue(502, { parent: { id: 500 } }), issue(503, { parent: { id: 502 } })])
  const { read } = await world.connect({ source: 'Redmine' })
  const id = await world.make({ source: 'Redmine', source_key: '500' })
  const keys = async () => (await tasks()).map(({ key }) => String(key))
  await read()
  expect((await keys()).toSorted((a, b) => Number(a) - Number(b))).toEqual(['500', '502', '503'])
  const { db } = world.product.deps
  const deleted = (deleted_at: string | null) =>
    db.updateTable('requests').set({ deleted_at }).where('id', '=', id).execute()
  await deleted(minute(0))
  world.has([issue(500, { updated_on: minute(600) }), issue(501)])
  await read()
  expect(await keys()).not.toContain('500')
  await deleted(null)
  world.product.clock.set(new Date(world.product.clock.now().getTime() + 11 * 60_000).toISOString())
  await read()
  await read()
  expect(await keys()).toContain('500')
})

test('tasks that a key may not see for a while are kept, only deleted ones go, and nothing of that time is missed', async () => {
  const own = named(world.request)
  const [top, below, other, deleted] = [issue(1, own), issue(2, { parent: { id: 1 } }), issue(3, own), issue(4, own)]
  world.has([top, below, other, deleted])
  const { read } = await world.connect()
  const readLater = async () => {
    world.product.clock.set(new Date(world.product.clock.now().getTime() + 11 * 60_000).toISOString())
    await read()
    await read()
  }
  await readLater()
  const keys = async () => (await tasks()).map(({ key }) => String(key))
  expect(await keys()).toEqual(['1', '2', '3', '4'])
  const seen = world.product.clock.now().toISOString()

  // The project of two tasks is archived, a third is deleted, and work goes on in both projects.
  const worked = [{ ...top, spent_hours: 2 }, { ...below, updated_on: minute(600) }, other]
  const meanwhile = issue(5, { ...own, updated_on: minute(500) })
  hides([...worked, meanwhile], [1, 3, 5])
  await readLater()
  await readLater()
  expect(await keys()).toEqual(['1', '2', '3'])
  expect(await world.now()).toMatchObject({ issues: 3, hidden: 2, failing_since: null })
  const reported = async () =>
    Object.fromEntries(
      (await world.admin(requests.getRequest, { params: { id: world.request } })).body.issues.map((one) => [
        one.key,
        one.reported_at,
      ]),
    )
  expect((await reported())['2']).toBe(world.product.clock.now().toISOString())
  expect(new Date((await reported())['1'] ?? '').getTime() - new Date(seen).getTime()).toBeLessThanOrEqual(11 * 60_000)

  world.has([...worked, meanwhile])
  await readLater()
  expect(await keys()).toEqual(['1', '2', '3', '5'])
  expect((await tasks())[0]).toMatchObject({ key: '1', spent_time: 120 })
  expect(await world.now()).toMatchObject({ issues: 4, hidden: 0 })
})

test('an issue that the tracker does not show is asked for once in ten minutes', async () => {
  world.has([])
  const { read } = await world.connect({ source: 'Redmine' })
  await world.make({ source: 'Redmine', source_key: '9001' })
  await world.make({ source: 'Redmine', source_key: 'не номер' })
  await world.make({ source: 'Redmine', source_key: '99999999999999' })
  const asked = () => world.redmine.received.filter(({ path }) => path.includes('9001')).length
  for (const times of [1, 1, 1]) {
    await read()
    expect(asked()).toBe(times)
  }
  world.product.clock.set(new Date(world.product.clock.now().getTime() + 11 * 60_000).toISOString())
  for (const times of [1, 2, 2]) {
    await read()
    expect(asked()).toBe(times)
  }
})

test('no issue is skipped when an earlier one is changed between two pages', async () => {
  const moved = issue(1, named(world.request))
  const issues = [moved, ...Array.from({ length: 149 }, (_, n) => issue(n + 2, named(world.request)))]
  // More than a page of one timestamp.
  const together = Array.from({ length: 150 }, (_, n) =>
    issue(n + 201, { updated_on: minute(500), ...named(world.request) }),
  )
  world.redmine.answer = ({ path }) => {
    const reply = answerFrom([...issues, ...together], path)
    if (path.startsWith('/issues.json')) moved.updated_on = minute(1000)
    return reply
  }
  await world.connect()
  expect(await tasks()).toHaveLength(300)
})

test('no issue is skipped when an earlier one is deleted between two pages', async () => {
  const top = await world.make({ source: 'Redmine', source_key: '1000' })
  const below = Array.from({ length: 150 }, (_, n) => issue(n + 1001, { parent: { id: 1000 } }))
  let issues: Issue[] = [issue(1000), ...below]
  const isPage = (path: string) => path.includes('parent_id') || path.includes('include=')
  world.redmine.answer = ({ path }) => {
    // What was changed is not asked for in this test.
    const reply = answerFrom(path.includes('sort=updated_on') ? [] : issues, path)
    if (isPage(path)) issues = issues.filter(({ id }) => id !== 1000)
    return reply
  }
  const { params } = await world.connect({ source: 'Redmine' })
  expect((await tasks()).filter(({ request_id }) => request_id === top)).toHaveLength(151)
  issues = [issue(1000), ...below]
  const read: unknown[] = []
  let [next, after, total]: [number | null, number | null, number] = [0, null, 0]
  while (next !== null) {
    const body = { offset: next, after, comments: false }
    const page: ReplyOf<typeof trackers.page> = (await world.admin(trackers.page, { params, body })).body
    read.push(...page.issues.map(({ id }) => id))
    ;[next, after, total] = [page.next, page.last, page.total]
  }
  expect(read).toEqual(Array.from({ length: 151 }, (_, n) => 1000 + n))
  expect(total).toBe(151)
})

test('no issue of a moment is skipped when another of that moment is changed or deleted between two pages', async () => {
  const of = (numbers: number[]) => numbers.map((id) => issue(id, { updated_on: minute(500), ...named(world.request) }))
  let issues: Issue[] = [...of(Array.from({ length: 350 }, (_, n) => n + 1)), issue(900, named(world.request))]
  let asked = 0
  world.redmine.answer = ({ path }) => {
    const reply = answerFrom(issues, path)
    if (!path.startsWith('/issues.json')) return reply
    asked += 1
    if (asked === 1) issues = issues.map((each) => (each.id === 7 ? { ...each, updated_on: minute(800) } : each))
    if (asked === 2) issues = issues.filter(({ id }) => id !== 8)
    return reply
  }
  await world.connect()
  // The deleted one was read before.
  expect(await tasks()).toHaveLength(351)
})

/** Two issues, of which the first has hours that are known only from time entries. */
const logged = (spent_hours: number) => [issue(1, { ...named(world.request), spent_hours }), issue(2)]
const spent = async () => (await tasks())[0]?.spent_time

test('the first time entry of all is counted', async () => {
  world.has(logged(0))
  const { read } = await world.connect()
  expect(await spent()).toBe(0)
  world.redmine.answer = ({ path }) =>
    answerFrom(logged(2), path, [{ id: 1, issue: { id: 1 }, created_on: minute(50) }])
  await read()
  expect(await spent()).toBe(120)
})

test('of more time entries than one run reads, none is lost, and issues are read from the beginning once', async () => {
  const entries = (count: number) =>
    Array.from({ length: count }, (_, n) => ({
      id: n + 2,
      issue: { id: n === 0 ? 1 : 2 },
      created_on: minute(50 + n),
    })).toReversed()
  world.redmine.answer = ({ path }) =>
    answerFrom(logged(0), path, [{ id: 1, issue: { id: 2 }, created_on: minute(49) }])
  const { read } = await world.connect()
  world.redmine.answer = ({ path }) => answerFrom(logged(3), path, entries(2500))
  await read()
  await read()
  expect(await spent()).toBe(180)
  const before = world.redmine.received.length
  await read()
  const asked = world.redmine.received.slice(before).filter(({ path }) => path.startsWith('/issues.json'))
  expect(asked.filter(({ path }) => !path.includes('updated_on=') && !path.includes('issue_id='))).toEqual([])
})

test('no time entry is skipped when a newer one is deleted between two pages', async () => {
  world.redmine.answer = ({ path }) =>
    answerFrom(logged(0), path, [{ id: 1, issue: { id: 2 }, created_on: minute(49) }])
  const { read } = await world.connect()
  // The only entry of the first issue is the first one of the second page.
  let entries = Array.from({ length: 150 }, (_, n) => ({
    id: n + 2,
    issue: { id: n === 49 ? 1 : 2 },
    created_on: minute(50 + n),
  })).toReversed()
  world.redmine.answer = ({ path }) => {
    const reply = answerFrom(logged(3), path, entries)
    if (path.startsWith('/time_entries.json')) entries = entries.filter(({ id }) => id !== 151)
    return reply
  }
  await read()
  expect(await spent()).toBe(180)
})
