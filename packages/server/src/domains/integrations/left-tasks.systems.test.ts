import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { requests, trackers } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makePeople, makeRequest } from '../../testing/make.ts'
import { startReceiver, type TestReceiver } from '../../testing/receiver.ts'

let redmine: TestReceiver
let product: TestApp
let admin: Api
let ids: { request: number }
beforeAll(async () => {
  redmine = await startReceiver()
  product = await testApp({ WEBHOOKS_TO_PRIVATE: 'on' })
  const { db } = product.deps
  const { company1: idcomp, client1: author_id, module: idmod } = await makePeople(db)
  ids = { request: await makeRequest(db, { author_id, idcomp, idmod }) }
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

/** Adds a tracker and waits for its first reading. */
async function connect(overrides: object = {}) {
  const body = { name: 'Redmine', url: redmine.url, key: 'key-1', is_active: true, ...overrides }
  const { tracker } = (await admin(trackers.create, { body })).body
  const params = { id: tracker.id }
  await expect.poll(async () => (await now()).read_at ?? (await now()).failing_since).not.toBeNull()
  return { params }
}
const now = async () => (await admin(trackers.list)).body.trackers[0]!

const places = () =>
  product.deps.db.selectFrom('issues').select(['tracker', 'key']).orderBy('tracker').orderBy('key').execute()
/** Tasks that are reported under a name, as if a tracker of this name had been there. */
const leave = (name: string, keys: string[], url = redmine.url) =>
  admin(requests.saveIssues, {
    body: {
      tracker: name,
      issues: keys.map((key) => ({
        key,
        title: 'Задача',
        status: 'Новая',
        request_id: ids.request,
        spent_time: 60,
        url: `${url}/issues/${key}`,
      })),
    },
  })

test('the tasks of a tracker follow its name', async () => {
  has([issue(1, named(ids.request)), issue(2, named(ids.request))])
  const { params } = await connect()
  has([1, 2, 3].map((id) => issue(id, named(ids.request))))
  // What was reported under the new name before is the same task.
  await leave('Разработка', ['2', '3'], 'https://other.example.ru')
  const { body } = await admin(trackers.save, { params, body: { name: 'Разработка' } })
  expect(body.tracker.name).toBe('Разработка')
  expect(await places()).toEqual(['1', '2', '3'].map((key) => ({ tracker: 'Разработка', key })))
  // The other one is not read.
  redmine.answer = () => ({ status: 500 })
  const other = { name: 'Jira', url: redmine.url, key: 'key-2' }
  await admin(trackers.create, { body: other })
  expect((await admin(trackers.save, { params, body: { name: 'jira' } })).refusal.message).toBe(
    'Трекер с таким названием уже есть',
  )
  expect((await places()).every(({ tracker }) => tracker === 'Разработка')).toBe(true)
})

test('a Redmine connected under another name takes over the tasks it left, and no others', async () => {
  has([1, 2, 5].map((id) => issue(id, named(ids.request))))
  const { params } = await connect()
  await admin(trackers.remove, { params })
  await leave('Ещё раньше', ['1', '5'])
  await leave('Jira', ['1'], 'https://other.example.ru')
  await connect({ name: 'Разработка' })
  expect(await places()).toEqual([
    { tracker: 'Jira', key: '1' },
    { tracker: 'Разработка', key: '1' },
    { tracker: 'Разработка', key: '2' },
    { tracker: 'Разработка', key: '5' },
  ])
})

test('what is there twice already is mended when the tracker is saved, but not what another tracker has', async () => {
  has([issue(1, named(ids.request))])
  const { params } = await connect()
  await leave('Прежний', ['1'])
  expect(await places()).toHaveLength(2)
  await admin(trackers.save, { params, body: {} })
  expect(await places()).toEqual([{ tracker: 'Redmine', key: '1' }])
  await connect({ name: 'Вторая', is_active: false })
  await leave('Вторая', ['1'])
  await admin(trackers.save, { params, body: {} })
  expect(await places()).toHaveLength(2)
})

test('a tracker is removed with its tasks if that is wanted', async () => {
  has([issue(1, named(ids.request))])
  const { params } = await connect()
  await leave('Jira', ['1'], 'https://other.example.ru')
  await admin(trackers.remove, { params, query: { with_tasks: 'true' } })
  expect(await places()).toEqual([{ tracker: 'Jira', key: '1' }])
})
