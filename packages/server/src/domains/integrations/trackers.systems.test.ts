import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { trackers } from '@vypusk/contract'
import { testApp } from '../../testing/app.ts'
import { makePeople } from '../../testing/making/make.ts'
import { issue, json, named, trackersWorld } from '../../testing/servers/redmine-stand-in.ts'
import { readTracker } from './commands/reading.ts'
import { taskOf, timesToRead } from './rules.ts'

let world: Awaited<ReturnType<typeof trackersWorld>>
let brought: number
beforeAll(async () => {
  world = await trackersWorld()
  brought = await world.make({ source: 'Redmine', source_key: '7' })
})
afterAll(() => world.close())
beforeEach(() => world.empty())

const tasks = () =>
  world.product.deps.db
    .selectFrom('issues')
    .select(['key', 'request_id', 'status', 'spent_time'])
    .orderBy('key')
    .execute()

describe('tasks', () => {
  test('belong to the request named by their field, imported from them, or of their parent', async () => {
    const issues = [
      issue(7),
      issue(71, { parent: { id: 7 } }),
      issue(711, { parent: { id: 71 }, ...named(String(world.request)) }),
      issue(8, named('нет такой')),
      issue(9, { parent: { id: 8 } }),
    ]
    world.has(issues)
    await world.connect({ source: 'Redmine' })
    expect((await tasks()).map(({ key, request_id }) => [key, request_id])).toEqual([
      ['7', brought],
      ['71', brought],
      ['711', world.request],
    ])
    expect(await world.now()).toMatchObject({
      issues: 3,
      failing_since: null,
      read_at: world.product.clock.now().toISOString(),
    })
  })

  test('belong to no request if their numbers are of a source that was not named', async () => {
    world.has([issue(7)])
    await world.connect()
    expect(await tasks()).toEqual([])
  })

  test('go when their field names no request any more, and when they are deleted', async () => {
    const both = [issue(1, named(world.request)), issue(2, named(world.request))]
    world.has(both)
    const { read } = await world.connect()
    expect((await tasks()).map(({ key }) => key)).toEqual(['1', '2'])
    world.has([issue(1, { updated_on: '2026-03-05T11:00:00Z' })])
    await read()
    expect((await tasks()).map(({ key }) => key)).toEqual(['2'])
    const later = new Date(world.product.clock.now().getTime() + 11 * 60_000).toISOString()
    world.product.clock.set(later)
    await read()
    expect(await tasks()).toEqual([])
  })

  test('come with new time entries, and unchanged ones emit no event', async () => {
    world.has([issue(1, named(world.request))])
    const { read } = await world.connect()
    const events = async () =>
      Number(
        (
          await world.product.deps.db
            .selectFrom('events')
            .select(({ fn }) => fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      )
    const before = await events()
    await read()
    expect(await events()).toBe(before)
    // A new time entry does not mark the issue as changed.
    const logged = { id: 1, issue: { id: 1 }, created_on: '2026-03-05T12:00:00Z' }
    world.has([issue(1, { ...named(world.request), spent_hours: 1.5 })], [logged])
    await read()
    expect(await tasks()).toMatchObject([{ spent_time: 90 }])
    expect(await events()).toBe(before + 1)
  })

  test('are read page by page, from where the previous run ended', async () => {
    const day = (n: number) => new Date(Date.UTC(2026, 1, 1, 0, n)).toISOString()
    world.has(Array.from({ length: 250 }, (_, n) => issue(n + 1, { updated_on: day(n), ...named(world.request) })))
    const { read } = await world.connect()
    expect(await tasks()).toHaveLength(250)
    world.redmine.received.length = 0
    await read()
    expect(world.redmine.received[0]?.path).toContain(encodeURIComponent(`>=${day(249)}`))
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
    world.redmine.answer = () => reply
    const { params } = await world.connect()
    expect(await world.now()).toMatchObject({ failure: expect.stringContaining(sentence), read_at: null })
    expect(await world.admin(trackers.test, { params })).toMatchObject({
      status: 422,
      refusal: { message: expect.stringContaining(sentence) },
    })
  })

  test('is given the time it asks for when it is under load', async () => {
    let left = 2
    world.has([issue(1, named(world.request))])
    const answers = world.redmine.answer
    world.redmine.answer = (got) => (left-- > 0 ? { status: 429, headers: { 'retry-after': '1' } } : answers(got))
    await world.connect()
    expect(await tasks()).toHaveLength(1)
  })

  test('is not contacted inside the network unless that is allowed', async () => {
    const guarded = await testApp()
    try {
      await makePeople(guarded.deps.db)
      const api = await guarded.as('admin')
      const body = { name: 'Redmine', url: world.redmine.url, key: 'key-2' }
      const { tracker } = (await api(trackers.create, { body })).body
      const { status, refusal } = await api(trackers.test, { params: { id: tracker.id } })
      expect([status, refusal.message]).toEqual([422, expect.stringContaining('WEBHOOKS_TO_PRIVATE')])
    } finally {
      await guarded.close()
    }
  })
})

test('a key is never shown, and is sent to no other address than the one it was entered for', async () => {
  world.has([])
  const { params } = await world.connect()
  const fields = { is_active: true, request_field: 'Заявка', key: '' }
  const elsewhere = { ...fields, url: 'https://other.example.ru' }
  expect((await world.admin(trackers.save, { params, body: elsewhere })).refusal.errors).toHaveProperty('key')
  const { body } = await world.admin(trackers.save, {
    params,
    body: { ...fields, url: world.redmine.url, is_active: false },
  })
  expect(body.tracker).toMatchObject({ is_active: false, issues: 0 })
  expect(JSON.stringify((await world.admin(trackers.list)).body)).not.toContain('key-1')
  const { sealed_key } = await world.product.deps.db
    .selectFrom('trackers')
    .select('sealed_key')
    .executeTakeFirstOrThrow()
  expect(sealed_key).not.toContain('key')
  world.redmine.received.length = 0
  await readTracker(world.product.deps, params.id)
  expect(world.redmine.received).toEqual([])
  expect((await world.admin(trackers.remove, { params })).status).toBe(200)
  expect((await world.admin(trackers.remove, { params })).status).toBe(404)
})

test('two trackers cannot share a name', async () => {
  world.has([])
  await world.connect()
  const body = { name: 'REDMINE', url: 'https://other.example.ru', key: 'key-2' }
  expect((await world.admin(trackers.create, { body })).refusal.message).toBe('Трекер с таким названием уже есть')
})

test('a tracker that is connected again with its key, because the answer was lost, is the one that was', async () => {
  const body = { name: 'Второй', url: 'https://second.example.ru', key: 'key-2' }
  const headers = { 'idempotency-key': 'second' }
  const { id } = (await world.admin(trackers.create, { body, headers })).body.tracker
  expect((await world.admin(trackers.create, { body, headers })).body.tracker.id).toBe(id)
})

test('two trackers cannot share an address, or hours would be counted twice', async () => {
  world.has([])
  const { params } = await world.connect()
  const taken = 'По этому адресу уже подключён трекер «Redmine», и часы считались бы дважды.'
  const same = world.redmine.url.replace('http:', 'HTTPS:')
  const body = { name: 'Вторая', url: `${same}/`, key: 'key-2' }
  const refused = await world.admin(trackers.create, { body })
  expect([refused.status, refused.refusal.errors?.['url']]).toEqual([422, [expect.stringContaining(taken)]])
  const other = { ...body, url: 'https://other.example.ru' }
  const { id } = (await world.admin(trackers.create, { body: other })).body.tracker
  const moved = await world.admin(trackers.save, { params: { id }, body: { url: world.redmine.url, key: 'key-2' } })
  expect([moved.status, moved.refusal.errors?.['url']]).toEqual([422, [expect.stringContaining(taken)]])
  // One that has its address already is saved as before.
  await world.product.deps.db.updateTable('trackers').set({ url: world.redmine.url }).where('id', '=', id).execute()
  expect((await world.admin(trackers.save, { params, body: { is_active: false } })).status).toBe(200)
  const ends = await Promise.all(
    ['Третья', 'Четвёртая'].map((name) =>
      world.admin(trackers.create, { body: { name, url: 'https://third.example.ru', key: 'key-3' } }),
    ),
  )
  expect(ends.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
})

test('pages come in full: with comments, and with what leads from people to accounts', async () => {
  const person = { id: 5, name: 'Ольга Смирнова' }
  world.has([])
  const { params } = await world.connect()
  world.redmine.answer = ({ path }) => {
    if (path.startsWith('/users/5.json')) return json({ user: { id: 5, mail: 'osmirnova@example.ru' } })
    if (path.startsWith('/issues/2.json')) return { status: 404 }
    if (path.startsWith('/issues/1.json'))
      return json({ issue: { ...issue(1, { author: person }), journals: [{ user: person, notes: 'Сделано' }] } })
    if (path.startsWith('/issues.json'))
      return json({ issues: [issue(1, { author: person }), issue(2)], total_count: 60 })
    return { status: 404 }
  }
  const known = { ...person, email: 'osmirnova@example.ru' }
  expect((await world.admin(trackers.page, { params, body: {} })).body).toMatchObject({
    // The other one was deleted meanwhile.
    issues: [{ id: 1, author: known, journals: [{ user: known }] }],
    total: 60,
    next: 2,
  })
  const { body } = await world.admin(trackers.page, { params, body: { offset: 58, comments: false, project: 3 } })
  expect(body).toMatchObject({ issues: [{ id: 1 }, { id: 2 }], next: null })
  expect(world.redmine.received.some(({ path }) => path.includes('project_id=3') && path.includes('offset=58'))).toBe(
    true,
  )
})

test.each<[unknown, string[]]>([
  ['#1024', ['1024']],
  ['MDL-5, 17', ['MDL-5', '17']],
  [
    ['1', '2'],
    ['1', '2'],
  ],
  ['https://vypusk.example.ru/backlog?open=88&page=1', ['88']],
  ['\u200bMDL-5\u0000\u2060, №\u200e17', ['MDL-5', '17']],
  ['', []],
  [{ deep: 1 }, []],
])('a field with %j names %j', (value, names) => {
  const about = { url: 'https://r.example', request_field: 'Заявка' }
  expect(taskOf({ ...issue(1), custom_fields: [{ name: 'ЗАЯВКА', value }] }, about).names).toEqual(names)
})

test('a task is cut to the lengths of its columns', () => {
  const about = { url: 'https://r.example', request_field: 'Заявка' }
  const task = taskOf(
    { ...issue(3, { subject: `а\n${'б'.repeat(497)}🚀${'б'.repeat(900)}` }), estimated_hours: 1e9, spent_hours: -1 },
    about,
  )
  expect(task).toMatchObject({
    planned_time: 600_000,
    spent_time: 0,
    url: 'https://r.example/issues/3',
    assignee: null,
  })
  // No half of an emoji is left.
  expect(task.title).toBe(`а ${'б'.repeat(497)}🚀`)
})

test('a task is called what people see of its name, and a half of an emoji stops no reading', async () => {
  const subject = 'Новы\u0438\u0306 отчё\u00adт\u00a0\ud83d\u0000\u202eпо НДС'
  world.has([issue(1, { ...named(world.request), subject }), issue(2, named(world.request))])
  await world.connect()
  expect(await world.now()).toMatchObject({ failing_since: null })
  const { db } = world.product.deps
  const rows = await db.selectFrom('issues').select('title').orderBy('key').execute()
  expect(rows.map(({ title }) => title)).toEqual(['Новый отчёт \ufffd по НДС', 'Задача 2'])
})

test('a tracker is read several times a minute, a failing one once', () => {
  expect([timesToRead(false), timesToRead(true)]).toEqual([[0, 20, 40], [0]])
})
