import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { trackers } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makePeople, makeRequest } from '../../testing/make.ts'
import { startReceiver, type TestReceiver } from '../../testing/receiver.ts'
import { readTracker } from './commands/reading.ts'
import { taskOf, timesToRead } from './rules.ts'

let redmine: TestReceiver
let product: TestApp
let admin: Api
let ids: { request: number; brought: number }
beforeAll(async () => {
  redmine = await startReceiver()
  product = await testApp({ WEBHOOKS_TO_PRIVATE: 'on' })
  const { db } = product.deps
  const { company1: idcomp, client1: author_id, module: idmod } = await makePeople(db)
  const made = (overrides: object) => makeRequest(db, { author_id, idcomp, idmod, ...overrides })
  ids = { request: await made({}), brought: await made({ source: 'Redmine', source_key: '7' }) }
  admin = await product.as('admin')
})
afterAll(async () => {
  await product.close()
  await redmine.close()
})
beforeEach(async () => {
  await product.deps.db.deleteFrom('trackers').execute()
  await product.deps.db.deleteFrom('issues').execute()
  redmine.answer = () => ({ status: 200, body: '{}' })
})

const issue = (id: number, overrides: object = {}) => ({
  id,
  subject: `Задача ${id}`,
  status: { id: 1, name: 'Новая' },
  updated_on: '2026-03-05T10:00:00Z',
  ...overrides,
})
const named = (value: unknown) => ({ custom_fields: [{ id: 1, name: 'заявка', value }] })

/** Makes the Redmine return these issues, whatever the filter. */
function has(issues: { id: number; updated_on: string }[], entries: object[] = []) {
  redmine.answer = ({ path }) => {
    const url = new URL(path, redmine.url)
    if (url.pathname === '/time_entries.json') return json({ time_entries: entries })
    if (url.pathname !== '/issues.json') return { status: 404 }
    const since = url.searchParams.get('updated_on')?.slice('>='.length) ?? ''
    const only = url.searchParams.get('issue_id')?.split(',')
    const found = issues.filter(({ id, updated_on }) => (only ? only.includes(String(id)) : updated_on >= since))
    const offset = Number(url.searchParams.get('offset') ?? 0)
    return json({ issues: found.slice(offset, offset + 100), total_count: found.length })
  }
}
const json = (body: object) => ({ status: 200, body: JSON.stringify(body) })

/** Adds a tracker, which is only read when a test calls for it. */
async function connect(overrides: object = {}) {
  const body = { name: 'Redmine', url: redmine.url, key: 'key-1', is_active: true, ...overrides }
  const { tracker } = (await admin(trackers.create, { body })).body
  const params = { id: tracker.id }
  const read = () => readTracker(product.deps, tracker.id)
  await expect.poll(async () => (await now()).read_at ?? (await now()).failing_since).not.toBeNull()
  return { params, read }
}
const now = async () => (await admin(trackers.list)).body.trackers[0]!
const tasks = () =>
  product.deps.db.selectFrom('issues').select(['key', 'request_id', 'status', 'spent_time']).orderBy('key').execute()

describe('tasks', () => {
  test('belong to the request named by their field, imported from them, or of their parent', async () => {
    const issues = [
      issue(7),
      issue(71, { parent: { id: 7 } }),
      issue(711, { parent: { id: 71 }, ...named(String(ids.request)) }),
      issue(8, named('нет такой')),
      issue(9, { parent: { id: 8 } }),
    ]
    has(issues)
    await connect({ source: 'Redmine' })
    expect((await tasks()).map(({ key, request_id }) => [key, request_id])).toEqual([
      ['7', ids.brought],
      ['71', ids.brought],
      ['711', ids.request],
    ])
    expect(await now()).toMatchObject({ issues: 3, failing_since: null, read_at: product.clock.now().toISOString() })
  })

  test('belong to no request if their numbers are of a source that was not named', async () => {
    has([issue(7)])
    await connect()
    expect(await tasks()).toEqual([])
  })

  test('go when their field names no request any more, and when they are deleted', async () => {
    const both = [issue(1, named(ids.request)), issue(2, named(ids.request))]
    has(both)
    const { read } = await connect()
    expect((await tasks()).map(({ key }) => key)).toEqual(['1', '2'])
    has([issue(1, { updated_on: '2026-03-05T11:00:00Z' })])
    await read()
    expect((await tasks()).map(({ key }) => key)).toEqual(['2'])
    const later = new Date(product.clock.now().getTime() + 11 * 60_000).toISOString()
    product.clock.set(later)
    await read()
    expect(await tasks()).toEqual([])
  })

  test('come with new time entries, and unchanged ones emit no event', async () => {
    has([issue(1, named(ids.request))])
    const { read } = await connect()
    const events = async () =>
      Number(
        (
          await product.deps.db
            .selectFrom('events')
            .select(({ fn }) => fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      )
    const before = await events()
    await read()
    expect(await events()).toBe(before)
    // A new time entry does not mark the issue as changed.
    const logged = { issue: { id: 1 }, created_on: '2026-03-05T12:00:00Z' }
    has([issue(1, { ...named(ids.request), spent_hours: 1.5 })], [logged])
    await read()
    expect(await tasks()).toMatchObject([{ spent_time: 90 }])
    expect(await events()).toBe(before + 1)
  })

  test('are read page by page, from where the previous run ended', async () => {
    const day = (n: number) => new Date(Date.UTC(2026, 1, 1, 0, n)).toISOString()
    has(Array.from({ length: 250 }, (_, n) => issue(n + 1, { updated_on: day(n), ...named(ids.request) })))
    const { read } = await connect()
    expect(await tasks()).toHaveLength(250)
    redmine.received.length = 0
    await read()
    expect(redmine.received[0]?.path).toContain(encodeURIComponent(`>=${day(249)}`))
  })
})

describe('a Redmine that does not answer well', () => {
  test.each<[string, { status: number; body?: string }, string]>([
    ['a wrong key', { status: 401 }, 'Redmine не принял ключ'],
    ['no rights', { status: 403 }, 'нет прав'],
    ['another program', { status: 200, body: '<html>' }, 'отвечает не Redmine'],
    ['another address', { status: 404 }, 'По этому адресу Redmine не отвечает'],
    ['a redirect, which is not followed', { status: 302 }, 'Redmine ответил 302'],
  ])('is reported: %s', async (_, reply, sentence) => {
    redmine.answer = () => reply
    const { params } = await connect()
    expect(await now()).toMatchObject({ failure: expect.stringContaining(sentence), read_at: null })
    expect(await admin(trackers.test, { params })).toMatchObject({
      status: 422,
      refusal: { message: expect.stringContaining(sentence) },
    })
  })

  test('is given the time it asks for when it is under load', async () => {
    let left = 2
    has([issue(1, named(ids.request))])
    const answers = redmine.answer
    redmine.answer = (got) => (left-- > 0 ? { status: 429, headers: { 'retry-after': '1' } } : answers(got))
    await connect()
    expect(await tasks()).toHaveLength(1)
  })

  test('is not contacted inside the network unless that is allowed', async () => {
    const guarded = await testApp()
    try {
      await makePeople(guarded.deps.db)
      const api = await guarded.as('admin')
      const body = { name: 'Redmine', url: redmine.url, key: 'key-2' }
      const { tracker } = (await api(trackers.create, { body })).body
      const { status, refusal } = await api(trackers.test, { params: { id: tracker.id } })
      expect([status, refusal.message]).toEqual([422, expect.stringContaining('WEBHOOKS_TO_PRIVATE')])
    } finally {
      await guarded.close()
    }
  })
})

test('a key is never shown, and is sent to no other address than the one it was entered for', async () => {
  has([])
  const { params } = await connect()
  const fields = { is_active: true, request_field: 'Заявка', key: '' }
  const elsewhere = { ...fields, url: 'https://other.example.ru' }
  expect((await admin(trackers.save, { params, body: elsewhere })).refusal.errors).toHaveProperty('key')
  const { body } = await admin(trackers.save, { params, body: { ...fields, url: redmine.url, is_active: false } })
  expect(body.tracker).toMatchObject({ is_active: false, issues: 0 })
  expect(JSON.stringify((await admin(trackers.list)).body)).not.toContain('key-1')
  const { sealed_key } = await product.deps.db.selectFrom('trackers').select('sealed_key').executeTakeFirstOrThrow()
  expect(sealed_key).not.toContain('key')
  redmine.received.length = 0
  await readTracker(product.deps, params.id)
  expect(redmine.received).toEqual([])
  expect((await admin(trackers.remove, { params })).status).toBe(200)
  expect((await admin(trackers.remove, { params })).status).toBe(404)
})

test('two trackers cannot share a name', async () => {
  has([])
  await connect()
  const body = { name: 'REDMINE', url: redmine.url, key: 'key-2' }
  expect((await admin(trackers.create, { body })).refusal.message).toBe('Трекер с таким названием уже есть')
})

test('pages come in full: with comments, and with what leads from people to accounts', async () => {
  const person = { id: 5, name: 'Ольга Смирнова' }
  has([])
  const { params } = await connect()
  redmine.answer = ({ path }) => {
    if (path.startsWith('/users/5.json')) return json({ user: { id: 5, mail: 'osmirnova@example.ru' } })
    if (path.startsWith('/issues/2.json')) return { status: 404 }
    if (path.startsWith('/issues/1.json'))
      return json({ issue: { ...issue(1, { author: person }), journals: [{ user: person, notes: 'Сделано' }] } })
    if (path.startsWith('/issues.json'))
      return json({ issues: [issue(1, { author: person }), issue(2)], total_count: 60 })
    return { status: 404 }
  }
  const known = { ...person, email: 'osmirnova@example.ru' }
  expect((await admin(trackers.page, { params, body: {} })).body).toMatchObject({
    // The other one was deleted meanwhile.
    issues: [{ id: 1, author: known, journals: [{ user: known }] }],
    total: 60,
    next: 2,
  })
  const { body } = await admin(trackers.page, { params, body: { offset: 58, comments: false, project: 3 } })
  expect(body).toMatchObject({ issues: [{ id: 1 }, { id: 2 }], next: null })
  expect(redmine.received.some(({ path }) => path.includes('project_id=3') && path.includes('offset=58'))).toBe(true)
})

test.each<[unknown, string[]]>([
  ['#1024', ['1024']],
  ['MDL-5, 17', ['MDL-5', '17']],
  [
    ['1', '2'],
    ['1', '2'],
  ],
  ['https://vypusk.example.ru/backlog?open=88&page=1', ['88']],
  ['', []],
  [{ deep: 1 }, []],
])('a field with %j names %j', (value, names) => {
  const about = { url: 'https://r.example', request_field: 'Заявка' }
  expect(taskOf({ ...issue(1), custom_fields: [{ name: 'ЗАЯВКА', value }] }, about).names).toEqual(names)
})

test('a task is cut to the lengths of its columns', () => {
  const about = { url: 'https://r.example', request_field: 'Заявка' }
  const task = taskOf(
    { ...issue(3, { subject: `а\n${'б'.repeat(900)}` }), estimated_hours: 1e9, spent_hours: -1 },
    about,
  )
  expect(task).toMatchObject({
    planned_time: 600_000,
    spent_time: 0,
    url: 'https://r.example/issues/3',
    assignee: null,
  })
  expect(task.title).toHaveLength(500)
})

test('a tracker is read several times a minute, a failing one once', () => {
  expect([timesToRead(false), timesToRead(true)]).toEqual([[0, 20, 40], [0]])
})
