import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { requests, trackers } from '@vypusk/contract'
import { issue, named, trackersWorld } from '../../testing/servers/redmine-stand-in.ts'

let world: Awaited<ReturnType<typeof trackersWorld>>
beforeAll(async () => void (world = await trackersWorld()))
afterAll(() => world.close())
beforeEach(() => world.empty())

const places = () =>
  world.product.deps.db.selectFrom('issues').select(['tracker', 'key']).orderBy('tracker').orderBy('key').execute()
/** Tasks that are reported under a name, as if a tracker of this name had been there. */
const leave = (name: string, keys: string[], url = world.redmine.url) =>
  world.admin(requests.saveIssues, {
    body: {
      tracker: name,
      issues: keys.map((key) => ({
        key,
        title: 'Задача',
        status: 'Новая',
        request_id: world.request,
        spent_time: 60,
        url: `${url}/issues/${key}`,
      })),
    },
  })

test('the tasks of a tracker follow its name', async () => {
  world.has([issue(1, named(world.request)), issue(2, named(world.request))])
  const { params } = await world.connect()
  world.has([1, 2, 3].map((id) => issue(id, named(world.request))))
  // What was reported under the new name before is the same task.
  await leave('Разработка', ['2', '3'], 'https://other.example.ru')
  const { body } = await world.admin(trackers.save, { params, body: { name: 'Разработка' } })
  expect(body.tracker.name).toBe('Разработка')
  expect(await places()).toEqual(['1', '2', '3'].map((key) => ({ tracker: 'Разработка', key })))
  // The other one is not read.
  world.redmine.answer = () => ({ status: 500 })
  const other = { name: 'Jira', url: 'https://jira.example.ru', key: 'key-2' }
  await world.admin(trackers.create, { body: other })
  expect((await world.admin(trackers.save, { params, body: { name: 'jira' } })).refusal.message).toBe(
    'Трекер с таким названием уже есть',
  )
  expect((await places()).every(({ tracker }) => tracker === 'Разработка')).toBe(true)
})

test('what programs report of a tracker by its name, however they write it, is its own', async () => {
  world.has([1, 7, 8].map((id) => issue(id, named(world.request))))
  const other = 'https://other.example.ru'
  await leave('redmine', ['1', '7'], other)
  await world.connect({ name: 'Redmine' })
  await leave('REDMINE', ['1', '8'], other)
  expect(await places()).toEqual(['1', '7', '8'].map((key) => ({ tracker: 'Redmine', key })))
})

test('a Redmine connected under another name takes over the tasks it left, and no others', async () => {
  world.has([1, 2, 5].map((id) => issue(id, named(world.request))))
  const { params } = await world.connect()
  await world.admin(trackers.remove, { params })
  await leave('Ещё раньше', ['1', '5'])
  await leave('Jira', ['1'], 'https://other.example.ru')
  await world.connect({ name: 'Разработка' })
  expect(await places()).toEqual([
    { tracker: 'Jira', key: '1' },
    { tracker: 'Разработка', key: '1' },
    { tracker: 'Разработка', key: '2' },
    { tracker: 'Разработка', key: '5' },
  ])
})

test('what is there twice already is mended when the tracker is saved, but not what another tracker has', async () => {
  world.has([issue(1, named(world.request))])
  const { params } = await world.connect()
  await leave('Прежний', ['1'])
  expect(await places()).toHaveLength(2)
  await world.admin(trackers.save, { params, body: {} })
  expect(await places()).toEqual([{ tracker: 'Redmine', key: '1' }])
  // Another one of the same address, from before that was refused.
  await world.connect({ name: 'Вторая', url: 'https://other.example.ru' })
  const { db } = world.product.deps
  await db.updateTable('trackers').set({ url: world.redmine.url }).where('name', '=', 'Вторая').execute()
  await leave('Вторая', ['1'])
  await world.admin(trackers.save, { params, body: {} })
  expect(await places()).toHaveLength(2)
})

test('a tracker is removed with its tasks if that is wanted', async () => {
  world.has([issue(1, named(world.request))])
  const { params } = await world.connect()
  await leave('Jira', ['1'], 'https://other.example.ru')
  await world.admin(trackers.remove, { params, query: { with_tasks: 'true' } })
  expect(await places()).toEqual([{ tracker: 'Jira', key: '1' }])
})
