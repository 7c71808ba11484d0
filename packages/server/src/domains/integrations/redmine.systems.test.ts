import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { files, releases, requests, trackers } from '@vypusk/contract'
import { testApp, type Answer, type Api, type TestApp } from '../../testing/app.ts'
import { makePeople, makeRelease, makeRequest } from '../../testing/making/make.ts'
import { PATIENT } from '../../testing/patience.ts'
import { startRedmine, type TestRedmine } from '../../testing/servers/redmine.ts'
import { fetchFiles } from './commands/fetching.ts'
import { readTracker } from './commands/reading.ts'

/** The hours that developers enter in Debian's Redmine (docs/decisions/0102). */

let redmine: TestRedmine
let product: TestApp
let admin: Api
let release: number
let request: number
let whose: { idcomp: number; author_id: number; idmod: number }
beforeAll(async () => {
  redmine = await startRedmine()
  product = await testApp({ WEBHOOKS_TO_PRIVATE: 'on' }, { isByTheClock: true })
  const { db } = product.deps
  const people = await makePeople(db)
  const { company1: idcomp, client1: author_id, module: idmod } = people
  release = await makeRelease(db, { author_id: people.manager }, { companies: [idcomp] })
  whose = { author_id, idcomp, idmod }
  request = await makeRequest(db, { ...whose, release_id: release })
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

test('a planned and a spent hour from Redmine appear on the release within a minute', async () => {
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

  // Removed hours leave no trace in the tracker: everything is read again from time to time.
  await redmine.ask('DELETE', `/time_entries/${spent.time_entry.id}.json`)
  await redmine.ask('DELETE', `/issues/${task}.json`)
  product.clock.set('2026-03-06T06:45:00.000Z')
  await expect.poll(async () => (await hours()).issues).toEqual([])
})

test('a tracker that does not answer stops nothing, and its data stays as of the last reading', async () => {
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

type Page = Answer<typeof trackers.page>
/** After it stood still, a Redmine answers the calls that came meanwhile first, so it is asked until it answers. */
const pageFrom = (id: number, offset: number, after: number | null): Promise<Page> =>
  vi.waitFor(async () => {
    const read = await admin(trackers.page, { params: { id }, body: { offset, after } })
    expect(read).toMatchObject({ status: 200 })
    return read
  }, PATIENT)

/** Reads page by page as the screen does, and sends the issues as the file that a Redmine exports. */
async function take(dryRun: boolean) {
  const { id, name, source } = await trackerNow()
  const issues: unknown[] = []
  let next: number | null = 0
  let last: number | null = null
  while (next !== null) {
    const read = await pageFrom(id, next, last)
    issues.push(...read.body.issues)
    next = read.body.next
    last = read.body.last
  }
  const form = new FormData()
  form.append('source', source ?? '')
  form.append('dry_run', dryRun ? '1' : '0')
  form.append('file', new File([JSON.stringify({ issues })], `${name}.json`))
  const encoded = new Response(form)
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
  const body = Buffer.from(await encoded.arrayBuffer())
  return (await admin(requests.importRequests, { headers, body: body as never })).body
}

test('requests are imported directly: previewed first, then taken once, and later only new ones', async () => {
  const { db } = product.deps
  const project = { name: 'Поддержка', identifier: 'help', tracker_ids: [1, 2, 3] }
  await redmine.ask('POST', '/projects.json', { project })
  const version = { name: '2.4.1', due_date: '2027-04-30' }
  const made = await redmine.ask<{ version: { id: number } }>('POST', '/projects/help/versions.json', { version })
  const token = await redmine.upload('снимок.txt', 'что видно')
  const issue = {
    project_id: 'help',
    tracker_id: 1,
    subject: 'Сумма акта округляется дважды',
    description: 'Откройте акт',
  }
  const uploads = [{ token, filename: 'снимок.txt', content_type: 'text/plain' }]
  const first = await redmine.ask<Made>('POST', '/issues.json', {
    issue: { ...issue, estimated_hours: 2.5, due_date: '2027-03-28', fixed_version_id: made.version.id, uploads },
  })
  const { id } = first.issue
  const other = await redmine.ask<Made>('POST', '/issues.json', {
    issue: { ...issue, subject: 'Ещё акт', is_private: true },
  })
  const relation = { issue_to_id: other.issue.id, relation_type: 'blocks' }
  await redmine.ask('POST', `/issues/${id}/relations.json`, { relation })
  await redmine.ask('PUT', `/issues/${id}.json`, { issue: { notes: 'Повторяется' } })

  const looked = await take(true)
  expect(looked).toMatchObject({ encoding: 'JSON', bad: [], updated: 0, source: 'Redmine' })
  expect(looked.values.map(({ field }) => field)).toEqual(
    expect.arrayContaining(['status', 'type', 'priority', 'author']),
  )
  expect(await db.selectFrom('requests').select('id').where('source', 'is not', null).execute()).toEqual([])
  // A page behind an issue begins with the next number.
  const behind = await pageFrom((await trackerNow()).id, 1, id)
  expect(behind.body.issues[0]).toMatchObject({ id: other.issue.id })
  const taken = await take(false)
  expect(taken).toMatchObject({ created: looked.created, updated: 0 })
  const row = await db
    .selectFrom('requests as q')
    .innerJoin('imported_rows as i', 'i.request_id', 'q.id')
    .leftJoin('threads as t', 't.request_id', 'q.id')
    .leftJoin('entries as e', 'e.thread_id', 't.id')
    .select(['q.id', 'q.e_title', 'q.planned_time', 'i.row', 'e.text', 'e.internal'])
    .where('q.source', '=', 'Redmine')
    .where('q.source_key', '=', String(id))
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ e_title: issue.subject, planned_time: 150, text: 'Повторяется', internal: true })
  expect(row.row).toMatchObject({
    origin: {
      versions: ['2.4.1'],
      due: '2027-03-28',
      links: [{ title: 'Блокирует', key: String(other.issue.id) }],
      files: [{ name: 'снимок.txt', url: expect.stringContaining(redmine.url) }],
    },
  })
  expect(taken.private_count).toBe(1)
  const kept = await db
    .selectFrom('requests as q')
    .innerJoin('companies as c', 'c.idcomp', 'q.idcomp')
    .select('c.namecomp')
    .where('q.source_key', '=', String(other.issue.id))
    .execute()
  expect(kept).toEqual([{ namecomp: 'Импорт: не для клиентов' }])

  expect(await take(false)).toMatchObject({ created: 0, updated: 0, same: taken.created })
  await redmine.ask('PUT', `/issues/${id}.json`, { issue: { subject: 'Сумма акта', notes: 'Поправили' } })
  await redmine.ask('POST', '/issues.json', { issue: { ...issue, subject: 'Новая' } })
  expect(await take(false)).toMatchObject({ created: 1, updated: 1, same: taken.created - 1 })
  expect(await take(true)).toMatchObject({ created: 0, updated: 0 })
})

test('attachments arrive after their requests, unchanged', async () => {
  const { id, url, request_field, source } = await trackerNow()
  expect(source).toBeNull()
  const body = { url, request_field, source: 'Redmine', is_active: true }
  await admin(trackers.save, { params: { id }, body })
  await fetchFiles(product.deps, id)
  const { id: brought } = await product.deps.db
    .selectFrom('requests')
    .select('id')
    .where('e_title', '=', 'Сумма акта')
    .executeTakeFirstOrThrow()
  const { files: come, origin } = (await admin(requests.getRequest, { params: { id: brought } })).body
  expect(come).toMatchObject([{ file_name: 'снимок.txt' }])
  expect(origin?.files).toMatchObject([{ file_id: come[0]?.id, failure: null }])
  const { raw } = await admin(files.getFile, { params: { id: come[0]?.id ?? 0 } })
  expect(raw.toString()).toBe('что видно')
})

test('issues read before a request was imported from one of them become its tasks', async () => {
  const { db } = product.deps
  const add = async (issue: object) =>
    (await redmine.ask<Made>('POST', '/issues.json', { issue: { project_id: 'dev', tracker_id: 2, ...issue } })).issue
      .id
  const above = await add({ subject: 'Отчёт' })
  const below = await add({ subject: 'Тесты отчёта', parent_issue_id: above })
  const lowest = await add({ subject: 'Данные тестов', parent_issue_id: below })
  const { id } = await trackerNow()
  await readTracker(product.deps, id)
  const request_id = await makeRequest(db, { ...whose, source: 'Redmine', source_key: String(above) })
  const keys = async () => {
    await readTracker(product.deps, id)
    const rows = await db.selectFrom('issues').select('key').where('request_id', '=', request_id).execute()
    return rows.map(({ key }) => Number(key)).toSorted((one, other) => one - other)
  }
  await expect.poll(keys).toEqual([above, below, lowest])
})
