import { afterAll, beforeAll, expect, test } from 'vitest'
import { registry, talks, threads, waiting } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makeAgreement, makeEntry, makePeople, makeRelease, makeRequest } from '../../testing/making/make.ts'

/** What was asked waits since it was asked, whatever has happened to it since; what waits longest comes first. */

let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
let as: Record<'admin' | 'manager' | 'client1', Api>
beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
  as = {
    admin: await product.as('admin'),
    manager: await product.as('manager'),
    client1: await product.as('client1'),
  }
})
afterAll(() => product.close())

const ASKED = '2026-03-06T08:00:00.000Z'
const LATER = '2026-03-06T09:00:00.000Z'
const LATEST = '2026-03-06T10:00:00.000Z'

const matters = async (api: Api, kind: waiting.Kind) =>
  (await api(waiting.list, { query: { kind, per_page: 500, own: 'false' } })).body.data
const sinceOf = async (api: Api, kind: waiting.Kind, id: number) =>
  (await matters(api, kind)).find((matter) => matter.id === id)?.since

async function at<Reply>(moment: string, act: () => Promise<Reply>): Promise<Reply> {
  product.clock.set(moment)
  return act()
}

const say = async (api: Api, id: number, body: { asks?: boolean; internal?: boolean }) =>
  (await api(talks.say, { params: { id }, body: { html: '<p>Когда?</p>', ...body } })).body.thread
const request = () =>
  makeRequest(product.deps.db, { author_id: people.client1, idcomp: people.company1, idmod: people.module })

test('a question that is asked again keeps its place before those that came later', async () => {
  const [first, second] = [await request(), await request()]
  const { id } = await at(ASKED, () => say(as.client1, first, { asks: true }))
  const other = await at(LATER, () => say(as.client1, second, { asks: true }))
  await at(LATEST, () => say(as.client1, first, { asks: true }))
  expect(await sinceOf(as.manager, 'question', id)).toBe(ASKED)
  expect((await matters(as.manager, 'question')).map((matter) => matter.id)).toEqual([id, other.id])
})

test('an answer begins anew, and one for staff only does not', async () => {
  const about = await request()
  const { id } = await at(ASKED, () => say(as.manager, about, { asks: true }))
  await at(LATER, () => say(as.manager, about, { internal: true }))
  expect(await sinceOf(as.client1, 'asked', id)).toBe(ASKED)
  await at(LATER, () => say(as.client1, about, { asks: true }))
  await at(LATEST, () => say(as.manager, about, { asks: true }))
  expect(await sinceOf(as.client1, 'asked', id)).toBe(LATEST)
})

test('a remark waits since it was raised, whoever owns it meanwhile, and its answer since it was given', async () => {
  const { manager: author_id, company1: company_id } = people
  const sent = { by_rivc: true, releaseDate: '2026-03-20', sent_at: ASKED, heard_at: ASKED }
  const release_id = await makeRelease(product.deps.db, { author_id }, { companies: [company_id] })
  const agreement = await makeAgreement(product.deps.db, { author_id, release_id, company_id, ...sent })
  const raised = { params: { entity: 'agreement' as const, id: agreement }, body: { html: '<p>Рано</p>' } }
  const { id } = (await at(ASKED, () => as.client1(threads.raise, raised))).body.thread
  const params = { id }
  await at(LATER, () => as.manager(threads.save, { params, body: { owner: people.admin } }))
  expect(await sinceOf(as.manager, 'remark', id)).toBe(ASKED)
  const answer = () => as.admin(threads.answer, { params, body: { html: '<p>Перенесём</p>' } })
  await at(LATER, answer)
  await at(LATEST, answer)
  expect(await sinceOf(as.client1, 'remark_answered', id)).toBe(LATER)
})

test('an entry of the registry waits since the first comment that its responsible person has not read', async () => {
  const { company1: idcomp, manager: author_id, client1: responsible_id } = people
  const id = await makeEntry(product.deps.db, { author_id, idcomp, responsible_id })
  const comment = () => as.admin(registry.addComment, { body: { id, comment: 'Нужен ответ' } })
  await at('2026-03-06T07:00:00.000Z', () => as.client1(registry.visit))
  await at('2026-03-06T07:30:00.000Z', comment)
  await as.client1(registry.readComments, { body: { id } })
  await at(ASKED, comment)
  await at(LATER, comment)
  expect(await sinceOf(as.client1, 'entry_unread', id)).toBe(ASKED)
})
