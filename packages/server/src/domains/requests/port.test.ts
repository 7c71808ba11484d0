import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Actor, Person } from '../../platform/call.ts'
import { historyOf } from '../../platform/history.ts'
import { Refusal } from '../../platform/refusal.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { present } from '../../testing/present.ts'
import { testApp, type TestApp } from '../../testing/app.ts'
import { makePeople, makeRelease, makeRequest } from '../../testing/making/make.ts'
import { attachToRelease, detachFromRelease, issuesOf, requestRows } from './port.ts'

let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
let actor: Actor
let release: number
let ids: number[]

const staff = (id: number): Person => ({
  id,
  login: 'manager',
  name: 'Имя',
  email: null,
  isRivc: true,
  isAdmin: false,
  idcomp: null,
  can_enter_registry: false,
  can_create_registry: false,
  can_edit_calendar: false,
})

beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
  actor = { deps: product.deps, person: staff(people.manager) }
})
afterAll(() => product.close())

const makeReleaseOf = () =>
  makeRelease(product.deps.db, { author_id: people.manager }, { companies: [people.company1] })
beforeEach(async () => {
  const request = { author_id: people.client1, idcomp: people.company1, idmod: people.module }
  release = await makeReleaseOf()
  ids = []
  for (let index = 0; index < 3; index += 1) ids.push(await makeRequest(product.deps.db, request))
})

const attach = (to: number, which = ids) => inTransaction(actor, (tx) => attachToRelease(tx, actor, to, which))
const detach = (from: number, which: number[] | 'all') =>
  inTransaction(actor, (tx) => detachFromRelease(tx, actor, from, which))
const inRelease = async (which = release) =>
  (await requestRows(product.deps.db, actor.person, { release_id: which })).map(({ id }) => id)
const refusalOf = async (work: Promise<void>) => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Refusal)) throw new Error(`not refused: ${String(error)}`)
  return [error.status, error.message, error.extra.errors]
}

test('requests are added to a release and removed, with history by its title', async () => {
  await attach(release)
  expect(await inRelease()).toEqual(ids)
  await detach(release, [present(ids[1])])
  expect(await inRelease()).toEqual([ids[0], ids[2]])
  await detach(release, 'all')
  expect(await inRelease()).toEqual([])
  const history = await historyOf(product.deps.db, 'request', present(ids[1]))
  const { title } = await product.deps.db
    .selectFrom('releases')
    .select('title')
    .where('id', '=', release)
    .executeTakeFirstOrThrow()
  expect(history.map(({ field, before, after }) => [field, before, after])).toEqual([
    ['release_id', title, null],
    ['release_id', null, title],
  ])
})

test('all or nothing: if one is missing, none is added', async () => {
  expect(await refusalOf(attach(release, [...ids, 999_998, 999_999]))).toEqual([
    404,
    'Заявка не найдена',
    { requests: ['999998', '999999'] },
  ])
  expect(await inRelease()).toEqual([])
})

test('all or nothing: if one is taken, none is added', async () => {
  const other = await makeReleaseOf()
  await attach(other, [present(ids[1])])
  expect(await refusalOf(attach(release))).toEqual([
    422,
    'Заявка уже добавлена в релиз',
    { requests: [String(ids[1])] },
  ])
  expect(await inRelease()).toEqual([])
  expect((await refusalOf(attach(other, [present(ids[1])])))[0]).toBe(422)
})

test('nothing is added to a release that does not exist', async () => {
  await expect(attach(999_999)).rejects.toMatchObject({ constraint: 'requests_release_fk' })
})

test('only requests of the release can be removed from it', async () => {
  await attach(release, [present(ids[0])])
  expect(await refusalOf(detach(release, [present(ids[0]), present(ids[1])]))).toEqual([
    404,
    'Заявка не найдена',
    { requests: [String(ids[1])] },
  ])
  expect(await inRelease()).toEqual([ids[0]])
})

test('of twenty releases that take the same requests at once, one gets them all', async () => {
  const releases: number[] = []
  for (let index = 0; index < 20; index += 1) releases.push(await makeReleaseOf())
  // Half of them name the requests in reverse: locks are taken by id, so there is no deadlock.
  const tries = releases.map((one, index) => attach(one, index % 2 ? ids.toReversed() : ids))
  const ends = await Promise.allSettled(tries)
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason.message)] : []))
  expect(new Set(reasons)).toEqual(new Set(['Заявка уже добавлена в релиз']))
  const winner = present(releases[ends.findIndex(({ status }) => status === 'fulfilled')])
  expect(await inRelease(winner)).toEqual(ids)
})

test('the client’s company is notified of each; for very many at once screens load again', async () => {
  await attach(release)
  const eventsNow = () =>
    product.deps.db.selectFrom('events').select(['entity', 'entity_id', 'companies']).orderBy('id', 'desc').execute()
  const events = await eventsNow()
  expect(events.slice(0, 3).toReversed()).toEqual(
    ids.map((entity_id) => ({ entity: 'request', entity_id, companies: [people.company1] })),
  )
  const many: number[] = []
  for (let index = 0; index < 21; index += 1) {
    many.push(
      await makeRequest(product.deps.db, { author_id: people.client1, idcomp: people.company1, idmod: people.module }),
    )
  }
  await attach(release, many)
  expect((await eventsNow())[0]).toEqual({ entity: 'all', entity_id: 0, companies: [people.company1] })
  expect(await eventsNow()).toHaveLength(events.length + 1)
})

test('developers’ tasks by request', async () => {
  const tasks = [1, 2].map((minutes) => ({
    request_id: present(ids[0]),
    title: `Задача ${minutes}`,
    status: 'Новая',
    planned_time: minutes,
  }))
  await product.deps.db.insertInto('issues').values(tasks).execute()
  const issues = await issuesOf(product.deps.db, { ids })
  expect(issues.get(present(ids[0]))?.map(({ planned_time }) => planned_time)).toEqual([1, 2])
  expect(issues.has(present(ids[1]))).toBe(false)
})
