import { afterAll, beforeAll, expect, test } from 'vitest'
import { requests, type BodyInput } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makePeople, makeRelease, makeRequest } from '../../testing/making/make.ts'
import { NOBODY } from '../../platform/person.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { lockRequests } from './store/requests.ts'

let product: TestApp
let manager: Api
let client: Api
let ids: { first: number; second: number; twin: number }

beforeAll(async () => {
  product = await testApp()
  const { db } = product.deps
  const people = await makePeople(db)
  const { company1: idcomp, client1: author_id, module: idmod } = people
  const release_id = await makeRelease(db, { author_id: people.manager }, { companies: [idcomp] })
  const of = (source: string, source_key: string) =>
    makeRequest(db, { author_id, idcomp, idmod, release_id, source, source_key })
  ids = { first: await of('Jira', 'MDL-1'), second: await of('Redmine', '77'), twin: await of('Jira', '77') }
  manager = await product.as('manager')
  client = await product.as('client1')
})
afterAll(() => product.close())

type Issue = BodyInput<typeof requests.saveIssues>['issues'][number]
const report = (issues: Partial<Issue>[], tracker = 'Redmine', api = manager) =>
  api(requests.saveIssues, {
    body: { tracker, issues: issues.map((issue) => ({ key: '1', title: 'Задача', status: 'Новая', ...issue })) },
  })
const issuesOf = async (id: number, api = manager) =>
  (await api(requests.getRequest, { params: { id } })).body.issues.map(({ id: _, ...issue }) => issue)

test('tasks are added, changed by their keys, and moved between requests', async () => {
  const hours = { planned_time: 120, spent_time: 30, url: 'https://redmine.example.ru/issues/1', assignee: 'Иван' }
  expect((await report([{ request_id: ids.first, ...hours }])).body).toMatchObject({
    created: 1,
    updated: 0,
    refused: [],
  })
  const [issue] = await issuesOf(ids.first)
  expect(issue).toEqual({
    title: 'Задача',
    status: 'Новая',
    ...hours,
    tracker: 'Redmine',
    key: '1',
    reported_at: product.deps.clock.now().toISOString(),
  })
  // Another tracker has its own numbers; the last report of a task counts.
  await report([{ request_id: ids.first }], 'Jira')
  const again = await report([
    { request_key: 'mdl-1', status: 'В работе', spent_time: 60 },
    { request_key: 'MDL-1', status: 'Готово', spent_time: 90 },
  ])
  expect(again.body).toMatchObject({ created: 0, updated: 1, refused: [] })
  expect((await issuesOf(ids.first)).map(({ status, spent_time }) => [status, spent_time])).toEqual([
    ['Готово', 90],
    ['Новая', 0],
  ])
  await report([{ request_id: ids.second }])
  expect((await issuesOf(ids.second)).map(({ tracker }) => tracker)).toEqual(['Redmine'])
  expect(await issuesOf(ids.second, client)).toEqual([])
})

test('tasks that name no request are reported, the others are saved', async () => {
  const { body } = await report([
    { key: '10' },
    { key: '11', request_id: 999_999 },
    { key: '12', request_key: 'НЕТ-1' },
    { key: '13', request_key: '77' },
    { key: '14', request_id: ids.twin },
  ])
  expect(body).toMatchObject({ created: 1, updated: 0 })
  expect(body.refused.map(({ key, reason }) => [key, reason])).toEqual([
    ['10', 'Назовите заявку: номером или прежним номером'],
    ['11', 'Заявка не найдена'],
    ['12', 'Заявка не найдена'],
    ['13', 'С таким прежним номером несколько заявок: назовите заявку номером'],
  ])
})

test('the same tasks sent twice at once are saved once', async () => {
  const both = await Promise.all([1, 2].map(() => report([{ key: 'одна', request_id: ids.first }])))
  expect(both.map(({ body }) => body.created).toSorted((a, b) => a - b)).toEqual([0, 1])
})

test('a tracker is one, with small letters or capitals', async () => {
  const { db } = product.deps
  const tasks = () =>
    db.selectFrom('issues').select(['tracker', 'key', 'status']).where('key', 'like', 'Ё-%').orderBy('key')
  await report([{ key: 'Ё-1', request_id: ids.first }], 'Ёлка')
  await report([{ key: 'Ё-1', request_id: ids.first, status: 'Готово' }], 'ЁЛКА')
  expect(await tasks().execute()).toEqual([{ tracker: 'Ёлка', key: 'Ё-1', status: 'Готово' }])
  // As they were counted before.
  await db
    .insertInto('issues')
    .columns(['tracker', 'key', 'request_id', 'title', 'status', 'reported_at'])
    .expression((eb) =>
      eb
        .selectFrom('issues')
        .select([
          eb.val('ёлка').as('tracker'),
          'key',
          'request_id',
          'title',
          eb.val('Новая').as('status'),
          'reported_at',
        ])
        .where('key', '=', 'Ё-1'),
    )
    .execute()
  await Promise.all(['ёлка', 'Ёлка'].map((name) => report([{ key: 'Ё-2', request_id: ids.first }], name)))
  expect((await tasks().execute()).map(({ key }) => key)).toEqual(['Ё-1', 'Ё-2'])
})

test.each<[string, Partial<Issue>]>([
  ['an address of a script', { url: 'javascript:alert(1)' }],
  ['negative hours', { spent_time: -1 }],
  ['no title', { title: '' }],
])('refuses %s', async (_, issue) => expect((await report([{ request_id: ids.first, ...issue }])).status).toBe(422))

test('a client cannot send tasks', async () => {
  expect((await report([{ request_id: ids.first }], 'Redmine', client)).status).toBe(403)
})

test('tasks are reported while a change of their requests is being saved', async () => {
  const reply = await inTransaction({ deps: product.deps, person: NOBODY }, async (tx) => {
    await lockRequests(tx, [ids.first])
    return report([{ key: '77', request_id: ids.first }])
  })
  expect(reply.body).toMatchObject({ created: 1, refused: [] })
})
