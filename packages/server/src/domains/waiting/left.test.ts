import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adminPeople, talks, threads, waiting } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makeAgreement, makePeople, makePerson, makeRelease, makeRequest } from '../../testing/making/make.ts'
import { failedDelivery } from '../../testing/making/failed-delivery.ts'
import { makePublication } from '../../testing/making/make-publication.ts'

/** What only somebody who has left was in charge of waits for all staff, as what belongs to nobody does. */

let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>> & { leaving: number }
let as: Record<'manager' | 'admin' | 'client1', Api>
let serial = 0

beforeAll(async () => {
  product = await testApp()
  const made = await makePeople(product.deps.db)
  const [manager, admin, client1] = await Promise.all(['manager', 'admin', 'client1'].map(product.as))
  as = { manager, admin, client1 } as typeof as
  people = { ...made, leaving: 0 }
})
afterAll(() => product.close())

beforeEach(async () => {
  serial += 1
  people.leaving = await makePerson(product.deps.db, `leaving${serial}`)
})

const block = (is_blocked: boolean) =>
  as.admin(adminPeople.block, { params: { id: people.leaving }, body: { is_blocked } })

/** Whether the matter waits for the manager, who has nothing to do with it. */
async function waitsForAll(kind: waiting.Kind, id: number): Promise<boolean> {
  const { body } = await as.manager(waiting.list, { query: { kind, per_page: 500 } })
  return body.data.some((matter) => matter.id === id)
}

async function ownAgreement() {
  const { db } = product.deps
  const { leaving: author_id, company1: company_id } = people
  const release_id = await makeRelease(db, { author_id, plan_date: '2026-03-04' }, { companies: [company_id] })
  const id = await makeAgreement(db, { author_id, release_id, company_id, releaseDate: '2026-03-20' })
  return { id, release_id }
}

const raise = async (id: number) =>
  (
    await as.client1(threads.raise, {
      params: { entity: 'agreement', id },
      body: { html: '<p>Не печатает</p>' },
    })
  ).body.thread

/** Makes one matter of each kind for which a single person is in charge. @returns its id */
const matters: Record<string, () => Promise<number>> = {
  send: async () => (await ownAgreement()).id,
  late_release: async () => (await ownAgreement()).release_id,
  remark: async () => (await raise((await ownAgreement()).id)).id,
  question: async () => {
    const { client1: author_id, company1: idcomp, module: idmod } = people
    const id = await makeRequest(product.deps.db, { author_id, idcomp, idmod })
    const say = (api: Api, asks = false) => api(talks.say, { params: { id }, body: { html: '<p>Когда?</p>', asks } })
    await say(await product.as(`leaving${serial}`))
    return (await say(as.client1, true)).body.thread.id
  },
  receipt: async () => {
    const { db } = product.deps
    const { leaving: author_id, company1 } = people
    const release_id = await makeRelease(db, { author_id }, { companies: [company1] })
    const publication = await makePublication(db, { author_id, created_at: '2026-02-26T09:00:00.000Z' }, [
      { release_id, customers: [company1] },
    ])
    const item = db.selectFrom('publication_releases').select('id').where('publication_id', '=', publication)
    return (await item.executeTakeFirstOrThrow()).id
  },
  delivery: async () => failedDelivery(product.deps.db, (await ownAgreement()).id),
}

test.each(Object.keys(matters) as waiting.Kind[])(
  '%s waits for all once the person in charge is gone',
  async (kind) => {
    const id = await matters[kind]!()
    expect(await waitsForAll(kind, id)).toBe(false)
    await block(true)
    expect(await waitsForAll(kind, id)).toBe(true)
    await block(false)
    expect(await waitsForAll(kind, id)).toBe(false)
  },
)

test('a release with somebody else who is still there waits for them alone', async () => {
  const { id, release_id } = await ownAgreement()
  const { admin: user_id } = people
  await product.deps.db.insertInto('release_users').values({ release_id, user_id }).execute()
  await block(true)
  expect([await waitsForAll('send', id), await waitsForAll('late_release', release_id)]).toEqual([false, false])
})

test('a remark about what a person who has left began belongs to nobody yet', async () => {
  const { id } = await ownAgreement()
  await block(true)
  expect((await raise(id)).owner).toBeNull()
})

test('a conversation whose owner has left belongs to the next member of staff who writes in it', async () => {
  const id = await matters['question']!()
  await block(true)
  const { body } = await as.manager(waiting.list, { query: { kind: 'question', per_page: 500 } })
  const request = Number(body.data.find((matter) => matter.id === id)?.href.split('=')[1])
  await as.manager(talks.say, { params: { id: request }, body: { html: '<p>Отвечу я</p>' } })
  const [thread] = (await as.manager(threads.of, { params: { entity: 'request', id: request } })).body.threads
  expect(thread?.owner).toEqual({ id: people.manager, name: 'Имя manager' })
})

test('nobody who has left can be given a remark to answer', async () => {
  const { id } = await ownAgreement()
  const thread = await raise(id)
  const other = await makePerson(product.deps.db, `gone${serial}`, { is_blocked: true })
  const given = await as.manager(threads.save, { params: { id: thread.id }, body: { owner: other } })
  expect([given.status, given.refusal.errors?.['owner']]).toEqual([422, ['Этот человек больше не работает в системе']])
})

test('nothing waits of a company that was hidden or taken off its release', async () => {
  const { db } = product.deps
  const { id, release_id } = await ownAgreement()
  const thread = await raise(id)
  const receipt = await matters['receipt']!()
  const question = await matters['question']!()
  const { client1: author_id, company1: idcomp, module: idmod } = people
  const urgent = await makeRequest(db, { author_id, idcomp, idmod, urgency: 4 })
  await block(true)
  const waits = () =>
    Promise.all([waitsForAll('send', id), waitsForAll('remark', thread.id), waitsForAll('receipt', receipt)])
  const waitsOfRequests = () => Promise.all([waitsForAll('question', question), waitsForAll('urgent', urgent)])
  const hide = (deleted_at: string | null) =>
    db.updateTable('companies').set({ deleted_at }).where('idcomp', '=', people.company1).execute()
  expect(await waits()).toEqual([true, true, true])
  expect(await waitsOfRequests()).toEqual([true, true])
  await hide('2026-03-02T09:00:00.000Z')
  expect(await waits()).toEqual([false, false, false])
  expect(await waitsOfRequests()).toEqual([false, false])
  await hide(null)
  expect(await waits()).toEqual([true, true, true])
  expect(await waitsOfRequests()).toEqual([true, true])
  await db.deleteFrom('release_companies').where('release_id', '=', release_id).execute()
  expect(await waits()).toEqual([false, false, true])
})
