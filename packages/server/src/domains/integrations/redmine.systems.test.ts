import { afterAll, beforeAll, expect, test } from 'vitest'
import { releases, trackers } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makePeople, makeRelease, makeRequest } from '../../testing/make.ts'
import { startRedmine, type TestRedmine } from '../../testing/redmine.ts'

/** Hours that developers put down in Debian's Redmine (docs/decisions/0102). */

let redmine: TestRedmine
let product: TestApp
let admin: Api
let release: number
let request: number
beforeAll(async () => {
  redmine = await startRedmine()
  product = await testApp({ WEBHOOKS_TO_PRIVATE: 'on' }, { isByTheClock: true })
  const { db } = product.deps
  const people = await makePeople(db)
  const { company1: idcomp, client1: author_id, module: idmod } = people
  release = await makeRelease(db, { author_id: people.manager }, { companies: [idcomp] })
  request = await makeRequest(db, { author_id, idcomp, idmod, release_id: release })
  admin = await product.as('admin')
})
afterAll(async () => {
  await product.close()
  await redmine.stop()
})

interface Made {
  issue: { id: number }
}

const MINUTE_MS = 60_000
const hours = async () => {
  const { body } = await admin(releases.get, { params: { id: release } })
  const [item] = body.requestsIssuesInfo?.items ?? []
  const sum = (of: 'planned_time' | 'spent_time') => item?.issues.reduce((all, issue) => all + issue[of], 0)
  return { planned: sum('planned_time'), spent: sum('spent_time'), issues: item?.issues ?? [] }
}
const trackerNow = async () => (await admin(trackers.list)).body.trackers[0]!

test('a planned and a spent hour of Redmine stand on the release within a minute', async () => {
  const project = { name: 'Разработка', identifier: 'dev', tracker_ids: [1, 2, 3] }
  const { project: made } = await redmine.ask<{ project: { id: number } }>('POST', '/projects.json', { project })
  const [{ id: field }] = (await redmine.ask<{ custom_fields: [{ id: number }] }>('GET', '/custom_fields.json'))
    .custom_fields
  const add = async (issue: object) =>
    (await redmine.ask<Made>('POST', '/issues.json', { issue: { project_id: made.id, tracker_id: 2, ...issue } })).issue
      .id
  const task = await add({
    subject: 'Печать реестра',
    estimated_hours: 2,
    custom_fields: [{ id: field, value: `#${request}` }],
  })
  const below = await add({ subject: 'Тесты печати', estimated_hours: 1, parent_issue_id: task })
  await add({ subject: 'Не о заявке', estimated_hours: 40 })

  const body = { name: 'Redmine', url: `${redmine.url}/`, key: redmine.key }
  const { tracker } = (await admin(trackers.create, { body })).body
  expect(JSON.stringify(tracker)).not.toContain(redmine.key)
  const params = { id: tracker.id }
  expect((await admin(trackers.test, { params })).body).toMatchObject({ projects: [{ name: 'Разработка' }] })
  await expect.poll(hours).toMatchObject({ planned: 180, spent: 0 })

  const from = Date.now()
  const entry = { issue_id: below, hours: 1.5, activity_id: 9 }
  const spent = await redmine.ask<{ time_entry: { id: number } }>('POST', '/time_entries.json', { time_entry: entry })
  await redmine.ask('PUT', `/issues/${task}.json`, { issue: { estimated_hours: 3 } })
  await expect.poll(hours).toMatchObject({ planned: 240, spent: 90 })
  expect(Date.now() - from).toBeLessThan(MINUTE_MS)

  // Hours that were taken away leave no trace there: all is looked at again now and then.
  await redmine.ask('DELETE', `/time_entries/${spent.time_entry.id}.json`)
  await redmine.ask('DELETE', `/issues/${task}.json`)
  product.clock.set('2026-03-06T06:45:00.000Z')
  await expect.poll(async () => (await hours()).issues).toEqual([])
})

test('a tracker that does not answer stops nothing, and what it said is as old as it is', async () => {
  const { issue } = await redmine.ask<Made>('POST', '/issues.json', {
    issue: {
      project_id: 'dev',
      tracker_id: 2,
      subject: 'Оценка',
      estimated_hours: 4,
      custom_fields: [{ id: 1, value: String(request) }],
    },
  })
  await expect.poll(hours).toMatchObject({ planned: 240 })
  const { read_at } = await trackerNow()
  redmine.freeze()
  product.clock.set('2026-03-06T09:00:00.000Z')
  await expect
    .poll(trackerNow)
    .toMatchObject({ failing_since: '2026-03-06T09:00:00.000Z', failure: 'Нет ответа за 20 секунд' })
  const from = Date.now()
  const { issues } = await hours()
  expect(Date.now() - from).toBeLessThan(MINUTE_MS / 10)
  expect(issues).toMatchObject([{ key: String(issue.id), reported_at: read_at }])
  redmine.thaw()
  await expect.poll(trackerNow).toMatchObject({ failing_since: null, read_at: '2026-03-06T09:00:00.000Z' })
  expect((await hours()).issues).toMatchObject([{ reported_at: '2026-03-06T09:00:00.000Z' }])
})
