import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreements, deleted, live, notices, registry, releases, requests, trackers, webhooks } from '@vypusk/contract'
import type { Person } from './platform/person.ts'
import { testApp, type Api, type TestApp } from './testing/app.ts'
import { liveEventsOf, personBy } from './testing/live-events.ts'
import { makePublication } from './testing/making/make-publication.ts'
import { makeEntry, makeModule, makePeople, makePerson, makeRelease, makeRequest } from './testing/making/make.ts'

/** Live events reach only people who may see the thing. */

const GONE = { deleted_at: '2026-03-05T10:00:00.000Z' }

let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
let manager: Api
let admin: Api
let listeners: Person[]
beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
  await makePerson(product.deps.db, 'outside', { idcomp: people.company1 })
  manager = await product.as('manager')
  admin = await product.as('admin')
  listeners = await Promise.all(['manager', 'client1', 'outside', 'client2'].map((login) => personBy(product, login)))
})
afterAll(() => product.close())

/**
 * The logins that receive an event about the entity: among staff, a person of the first company, one of it without the
 * registry, and a person of the second.
 */
async function listenersOf(entity: string, act: () => Promise<{ status: number }>) {
  const all = await liveEventsOf(product, listeners, async () => expect((await act()).status).toBe(200))
  return listeners.filter((_, n) => all[n]?.some((event) => event.entity === entity)).map(({ login }) => login)
}

const STAFF = ['manager']
const FIRST = ['manager', 'client1', 'outside']

const newRelease = (input = {}) =>
  makeRelease(product.deps.db, { author_id: people.manager, ...input }, { companies: [people.company1] })
const add = (release_id: number) =>
  manager(agreements.add, {
    body: {
      release_id,
      company_id: people.company1,
      recipients: [],
      recipientsExtra: [],
      releaseDate: '2026-03-20',
      releaseTime: null,
    },
  })
const restore = (entity: deleted.DeletedEntity, id: number) => admin(deleted.restore, { body: { entity, id } })

test('of an agreement: its company; if the release is hidden, only once the date was sent', async () => {
  const [seen, hidden] = [await newRelease(), await newRelease({ is_visible_for_client: false })]
  expect(await listenersOf('agreement', () => add(seen))).toEqual(FIRST)
  let id = 0
  const made = async () => {
    const answer = await add(hidden)
    id = answer.body.id
    return answer
  }
  expect(await listenersOf('agreement', made)).toEqual(STAFF)
  const ask = () => manager(agreements.update, { params: { id }, body: { updateTarget: 5 } })
  expect(await listenersOf('agreement', ask)).toEqual(FIRST)
  // It disappears from the client's screen, so people who could see it are notified.
  expect(await listenersOf('agreement', () => manager(agreements.remove, { params: { id } }))).toEqual(FIRST)
  // It is restored as not sent, but the company was asked once and goes on reading what became of it.
  expect(await listenersOf('agreement', () => restore('agreement', id))).toEqual(FIRST)
  // Clients do not see agreements in a hidden release that were never sent.
  const quiet = (await add(await newRelease({ is_visible_for_client: false }))).body.id
  expect(await listenersOf('agreement', () => manager(agreements.remove, { params: { id: quiet } }))).toEqual(STAFF)
  expect(await listenersOf('agreement', () => restore('agreement', quiet))).toEqual(STAFF)
})

test('of a release: those who see it, and those who saw it until now', async () => {
  const id = await newRelease()
  const show = async (is_visible_for_client: boolean) => {
    const body = { ...(await manager(releases.get, { params: { id } })).body, is_visible_for_client }
    return manager(releases.save, { params: { id }, body: { ...body, planned_time: 60 } })
  }
  expect(await listenersOf('release', () => show(false))).toEqual(FIRST)
  expect(await listenersOf('release', () => manager(releases.remove, { params: { id } }))).toEqual(STAFF)
  expect(await listenersOf('release', () => manager(releases.restore, { params: { id } }))).toEqual(STAFF)
  expect(await listenersOf('release', () => show(true))).toEqual(FIRST)
})

test('of something deleted and restored: only those who could see it', async () => {
  const { db } = product.deps
  const { company1: idcomp, module: idmod, client1: author_id } = people
  const request = await makeRequest(db, { author_id, idcomp, idmod, ...GONE })
  const unused = await makeRequest(db, { author_id, idcomp, idmod: await makeModule(db), ...GONE })
  const entry = await makeEntry(db, { author_id, idcomp, ...GONE })
  const item = { release_id: await newRelease(), customers: [idcomp] }
  const publication = await makePublication(db, { author_id: people.manager }, [item])
  await db.updateTable('publications').set(GONE).where('id', '=', publication).execute()
  expect(await listenersOf('request', () => restore('request', request))).toEqual(FIRST)
  expect(await listenersOf('request', () => restore('request', unused))).toEqual(STAFF)
  expect(await listenersOf('publication', () => restore('publication', publication))).toEqual(FIRST)
  expect(await listenersOf('registry_entry', () => restore('registry_entry', entry))).toEqual(['manager', 'client1'])
})

test('of a webhook and of a tracker: administrators', async () => {
  const both = await Promise.all(['admin', 'manager'].map((login) => personBy(product, login)))
  const heardOf = async (entity: string, act: () => Promise<{ status: number }>) => {
    const all = await liveEventsOf(product, both, async () => expect((await act()).status).toBe(200))
    return all.map((events) => events.some((event) => event.entity === entity))
  }
  // Nothing is sent there: private addresses are refused.
  const url = 'http://127.0.0.1:9'
  const body = { url, kinds: ['release.changed' as const] }
  expect(await heardOf('webhook', () => admin(webhooks.create, { body }))).toEqual([true, false])
  const tracker = { name: 'Redmine', url, key: 'key' }
  expect(await heardOf('tracker', () => admin(trackers.create, { body: tracker }))).toEqual([true, false])
})

test('of the registry: those with access to it', async () => {
  const id = await makeEntry(product.deps.db, { author_id: people.client1, idcomp: people.company1 })
  const change = () => manager(registry.updateEntry, { body: { id, title: 'Иначе' } })
  expect(await listenersOf('registry_entry', change)).toEqual(['manager', 'client1'])
})

test('of a request: its company, if it uses the module', async () => {
  const { company1: idcomp, client1: author_id } = people
  const describe = (id: number) => () =>
    manager(requests.saveDescription, { params: { id }, body: { description: '<p>Текст</p>', isSolo: false } })
  const used = await makeRequest(product.deps.db, { author_id, idcomp, idmod: people.module })
  const unused = await makeRequest(product.deps.db, { author_id, idcomp, idmod: await makeModule(product.deps.db) })
  expect(await listenersOf('request', describe(used))).toEqual(FIRST)
  expect(await listenersOf('request', describe(unused))).toEqual(STAFF)
  // It disappears from the screens of those who could see it, so they are told.
  const client1 = await product.as('client1')
  expect(await listenersOf('request', () => client1(requests.withdrawRequest, { params: { id: used } }))).toEqual(FIRST)
})

test('only the stream named by the call receives the change as its own', async () => {
  const [first, second] = ['a', 'b'].map((letter) => letter.repeat(20))
  const person = await personBy(product, 'manager')
  const streams = [{ ...person, key: first! }, { ...person, key: second! }, person]
  const id = await newRelease()
  const save = (headers: Record<string, string>) =>
    manager(releases.saveComment, { params: { id }, body: { comment: JSON.stringify(headers) }, headers })
  const own = (all: Awaited<ReturnType<typeof liveEventsOf>>) =>
    all.map((events) => events.map((event) => ('own' in event ? event.own : undefined)))

  const named = await liveEventsOf(product, streams, () => save({ [live.STREAM_HEADER]: first! }))
  expect(own(named)).toEqual([[true], [undefined], [undefined]])
  // An invalid stream key is ignored.
  const wrong = await liveEventsOf(product, streams, () => save({ [live.STREAM_HEADER]: 'short' }))
  expect(own(wrong)).toEqual([[undefined], [undefined], [undefined]])
})

test('what somebody has read or follows is told to their other windows, and to nobody else', async () => {
  const [first, second] = ['c', 'd'].map((letter) => letter.repeat(20))
  const person = await personBy(product, 'client1')
  const streams = [{ ...person, key: first! }, { ...person, key: second! }, await personBy(product, 'manager')]
  const client1 = await product.as('client1')
  const id = await makeEntry(product.deps.db, { author_id: people.client1, idcomp: people.company1 })
  await manager(registry.addComment, { body: { id, comment: 'Готово' } })
  const headers = { [live.STREAM_HEADER]: first! }
  const told = [[], [{ entity: 'registry_entry', id, version: 0, by: people.client1 }], []]
  const read = () => client1(registry.readComments, { body: { id }, headers })
  expect(await liveEventsOf(product, streams, read)).toEqual(told)
  // Nothing is new the second time.
  expect(await liveEventsOf(product, streams, read)).toEqual([[], [], []])
  const watch = () =>
    client1(notices.watch, { params: { entity: 'registry_entry', id }, body: { watches: false }, headers })
  expect(await liveEventsOf(product, streams, watch)).toEqual(told)
})
