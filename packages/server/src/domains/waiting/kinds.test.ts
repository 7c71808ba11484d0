import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  adminLists,
  agreements,
  receipts,
  registry,
  releases,
  requests,
  talks,
  threads,
  waiting,
  type BodyInput,
} from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import {
  makeAgreement,
  makeEntry,
  makePeople,
  makePerson,
  makeRelease,
  makeRequest,
} from '../../testing/making/make.ts'
import { failedDelivery } from '../../testing/making/failed-delivery.ts'
import { makePublication } from '../../testing/making/make-publication.ts'

/** Each kind of the other rooms: it is listed for the right people and no others, and disappears when it is done. */

type Login = 'manager' | 'outsider' | 'admin' | 'client1' | 'client2'
let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
let as: Record<Login, Api>

beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
  await makePerson(product.deps.db, 'outsider')
  const logins: Login[] = ['manager', 'outsider', 'admin', 'client1', 'client2']
  const apis = await Promise.all(logins.map(async (login) => [login, await product.as(login)] as const))
  as = Object.fromEntries(apis) as typeof as
})
afterAll(() => product.close())

/** The people whose list has the matter. */
async function whose(kind: waiting.Kind, id: number): Promise<Login[]> {
  const logins = Object.entries(as) as [Login, Api][]
  const found = await Promise.all(
    logins.map(async ([login, api]) => {
      const { body } = await api(waiting.list, { query: { kind, per_page: 500 } })
      return body.data.some((matter) => matter.id === id) ? [login] : []
    }),
  )
  return found.flat()
}
const rowOf = async (api: Api, kind: waiting.Kind, id: number) =>
  (await api(waiting.list, { query: { kind, per_page: 500 } })).body.data.find((matter) => matter.id === id)

async function newAgreement(release: Partial<Parameters<typeof makeRelease>[1]> = {}) {
  const { db } = product.deps
  const { manager: author_id, company1: company_id } = people
  const release_id = await makeRelease(db, { author_id, ...release }, { companies: [company_id] })
  const id = await makeAgreement(db, { author_id, release_id, company_id, releaseDate: '2026-03-20' })
  return { id, release_id }
}

const raise = async (api: Api, entity: 'agreement', id: number) =>
  (await api(threads.raise, { params: { entity, id }, body: { html: '<p>Не печатает</p>' } })).body.thread.id
const write = async (api: Api, id: number, body: Omit<BodyInput<typeof talks.say>, 'html'> = {}) =>
  (await api(talks.say, { params: { id }, body: { html: '<p>Не печатает</p>', ...body } })).body.thread.id
const answer = (api: Api, id: number, html = '<p>Исправили</p>', internal = false) =>
  api(threads.answer, { params: { id }, body: { html, internal } })
const close = (api: Api, id: number, reason = '') =>
  api(threads.turn, { params: { id }, body: { state: 'closed', reason } })

test('a remark waits for its owner, then for the person who raised it, until it is closed', async () => {
  const { id } = await newAgreement()
  const thread = await raise(as.client1, 'agreement', id)
  expect(await whose('remark', thread)).toEqual(['manager'])
  expect(await rowOf(as.manager, 'remark', thread)).toMatchObject({ text: 'Не печатает' })
  await answer(as.manager, thread, '<p>канарейка</p>', true)
  expect(await whose('remark', thread)).toEqual(['manager'])
  await answer(as.outsider, thread)
  expect(await whose('remark', thread)).toEqual([])
  expect(await whose('remark_answered', thread)).toEqual(['client1'])
  await answer(as.manager, thread, '<p>канарейка</p>', true)
  expect(await rowOf(as.client1, 'remark_answered', thread)).toMatchObject({ text: 'Исправили', company: null })
  await close(as.manager, thread, 'Проверили вместе')
  expect(await whose('remark_answered', thread)).toEqual([])
})

test('a remark waits for its owner again once its only answer is withdrawn', async () => {
  const { id } = await newAgreement()
  const thread = await raise(as.client1, 'agreement', id)
  const { body } = await answer(as.manager, thread)
  expect(await whose('remark', thread)).toEqual([])
  await as.manager(threads.withdraw, { params: { id: thread, entry_id: body.thread.entries.at(-1)!.id } })
  expect([await whose('remark', thread), await whose('remark_answered', thread)]).toEqual([['manager'], []])
})

test('a question of staff about a request waits for its company, the answer for staff', async () => {
  const { client1: author_id, company1: idcomp, module: idmod } = people
  const request = await makeRequest(product.deps.db, { author_id, idcomp, idmod })
  const thread = await write(as.manager, request, { asks: true })
  expect(await whose('asked', thread)).toEqual(['client1'])
  await answer(as.manager, thread, '<p>канарейка</p>', true)
  expect(await rowOf(as.client1, 'asked', thread)).toMatchObject({ text: 'Не печатает' })
  await answer(as.client1, thread)
  expect(await whose('asked', thread)).toEqual([])
  expect(await whose('question', thread)).toEqual([])
})

test('a client’s question about its request waits for the member of staff who writes there, until it is answered or dismissed', async () => {
  const { client1: author_id, company1: idcomp, module: idmod } = people
  const request = await makeRequest(product.deps.db, { author_id, idcomp, idmod })
  const thread = await write(as.client1, request, { asks: true })
  expect(await whose('question', thread)).toEqual(['manager', 'outsider', 'admin'])
  expect(await whose('remark', thread)).toEqual([])
  await write(as.outsider, request)
  expect(await whose('question', thread)).toEqual([])
  expect(await whose('remark_answered', thread)).toEqual([])
  await write(as.client1, request, { asks: true })
  expect(await whose('question', thread)).toEqual(['outsider'])
  await close(as.outsider, thread)
  expect(await whose('question', thread)).toEqual([])
})

test('nothing waits of a deleted agreement', async () => {
  const { id } = await newAgreement()
  const thread = await raise(as.client1, 'agreement', id)
  await as.manager(agreements.remove, { params: { id } })
  expect(await whose('remark', thread)).toEqual([])
})

/** A release handed over a week ago. */
async function handedOver() {
  const { db } = product.deps
  const { manager: author_id, company1 } = people
  const release_id = await makeRelease(db, { author_id }, { companies: [company1] })
  const options = { author_id, created_at: '2026-02-26T09:00:00.000Z' }
  const publication = await makePublication(db, options, [{ release_id, customers: [company1] }])
  const { id: item } = await db
    .selectFrom('publication_releases')
    .select('id')
    .where('publication_id', '=', publication)
    .executeTakeFirstOrThrow()
  return { release_id, publication, item }
}

test('files wait for the company they were handed to, and its silence for the publisher', async () => {
  const { release_id, publication, item } = await handedOver()
  expect(await whose('fetch', item)).toEqual(['client1'])
  expect(await whose('receipt', item)).toEqual(['manager'])
  await as.client1(receipts.confirm, { params: { id: publication }, body: { release_id, kind: 'received' } })
  expect(await whose('fetch', item)).toEqual([])
  expect(await whose('receipt', item)).toEqual([])
})

test('a company put on the not-publishing list is no longer asked to fetch files', async () => {
  const { release_id, item } = await handedOver()
  const body = { release_id, company_id: people.company1, reason: 'Не нужен' }
  await as.manager(releases.notPublishing, { body })
  expect(await whose('fetch', item)).toEqual([])
  expect(await whose('receipt', item)).toEqual([])
})

test('an entry waits for its responsible person until its comments are read', async () => {
  const { db } = product.deps
  const { company1: idcomp, manager: author_id, client1: responsible_id } = people
  product.clock.set('2026-03-06T07:00:00.000Z')
  await as.client1(registry.visit)
  const id = await makeEntry(db, { author_id, idcomp, responsible_id })
  product.clock.set('2026-03-06T07:10:00.000Z')
  await as.admin(registry.addComment, { body: { id, comment: 'Нужен ответ' } })
  expect(await whose('entry_unread', id)).toEqual(['client1'])
  expect((await rowOf(as.client1, 'entry_unread', id))?.text).toContain('Нужен ответ')
  await as.client1(registry.readComments, { body: { id } })
  expect(await whose('entry_unread', id)).toEqual([])
})

test('a release waits for the person in charge from the day after its plan date until it is moved', async () => {
  const { release_id } = await newAgreement({ plan_date: '2026-03-04' })
  expect(await whose('late_release', release_id)).toEqual(['manager'])
  await product.deps.db.updateTable('releases').set({ plan_date: '2026-03-30' }).where('id', '=', release_id).execute()
  expect(await whose('late_release', release_id)).toEqual([])
})

test('a new urgent request waits for all staff until it is in the backlog', async () => {
  const { client1: author_id, company1: idcomp, module: idmod } = people
  const urgent = { author_id, idcomp, idmod, urgency: 4 }
  const request_id = await makeRequest(product.deps.db, urgent)
  const usual = await makeRequest(product.deps.db, { ...urgent, urgency: 2 })
  expect(await whose('urgent', request_id)).toEqual(['manager', 'outsider', 'admin'])
  expect(await whose('urgent', usual)).toEqual([])
  await as.manager(requests.saveBacklog, { body: { request_id, inBacklog: true } })
  expect(await whose('urgent', request_id)).toEqual([])
})

test('an urgent request waits for nobody once it has left the first status, whatever the others are called', async () => {
  const { client1: author_id, company1: idcomp, module: idmod } = people
  const list = { list: 'request_status' } as const
  const { id: status } = (await as.admin(adminLists.create, { params: list, body: { name: 'Взято' } })).body
  const request_id = await makeRequest(product.deps.db, { author_id, idcomp, idmod, urgency: 4 })
  expect(await whose('urgent', request_id)).toEqual(['manager', 'outsider', 'admin'])
  await as.manager(requests.saveStatus, { body: { requests: [request_id], status } })
  expect(await whose('urgent', request_id)).toEqual([])
})

test('a letter that has not arrived waits for the people it concerns until it has', async () => {
  const { db } = product.deps
  const { id: entity_id } = await newAgreement()
  const id = await failedDelivery(db, entity_id)
  expect(await whose('delivery', id)).toEqual(['manager'])
  await db.updateTable('deliveries').set({ state: 'sent' }).where('id', '=', id).execute()
  expect(await whose('delivery', id)).toEqual([])
})
