import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleted, requests, talks, threads } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makePeople, makeRelease, makeRequest } from '../../testing/making/make.ts'

/** What the author of a request may do with it while it is new. */

let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
let as: Record<'manager' | 'admin' | 'client1' | 'client2', Api>

beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
  const logins = ['manager', 'admin', 'client1', 'client2'] as const
  as = Object.fromEntries(
    await Promise.all(logins.map(async (login) => [login, await product.as(login)] as const)),
  ) as typeof as
})
afterAll(() => product.close())

const newRequest = (overrides: object = {}) => {
  const { client1: author_id, company1: idcomp, module: idmod } = people
  return makeRequest(product.deps.db, { author_id, idcomp, idmod, e_title: 'Печать', status_id: 1, ...overrides })
}
const get = async (api: Api, id: number) => (await api(requests.getRequest, { params: { id }, query: {} })).body
const save = (api: Api, id: number, body: object) => api(requests.saveRequest, { params: { id }, body })
const withdraw = (api: Api, id: number) => api(requests.withdrawRequest, { params: { id } })

test('a client changes its request while it is new; the history keeps the former values', async () => {
  const id = await newRequest()
  const { version, abilities } = await get(as.client1, id)
  expect([abilities.edit, abilities.withdraw]).toEqual([true, true])
  const { body } = await save(as.client1, id, { e_title: 'Печать форм', urgency: 3, version })
  expect(body.request).toMatchObject({ e_title: 'Печать форм', urgency: 3, version: version + 1 })
  const change = body.request.history.find(({ field }) => field === 'e_title')
  expect(change).toMatchObject({ before: 'Печать', after: 'Печать форм' })
  const late = await save(as.client1, id, { e_title: 'Другое', version })
  expect([late.status, late.refusal['current']]).toEqual([
    409,
    expect.objectContaining({ e_title: 'Печать форм', version: version + 1 }),
  ])
})

test('what staff say of a request meanwhile is no conflict; what somebody changes in its content is', async () => {
  const id = await newRequest()
  const { version } = await get(as.client1, id)
  await as.manager(requests.saveBacklog, { body: { request_id: id, planned_time: 120 } })
  await as.manager(requests.saveDescription, { params: { id }, body: { description: '<p>Формы</p>', isSolo: true } })
  await as.manager(requests.saveStatus, { body: { requests: [id], isPaid: true } })
  const saved = await save(as.client1, id, { urgency: 3, version })
  expect(saved.body.request).toMatchObject({ urgency: 3, isPaid: true, version: version + 4 })
  // As an import does, or a process of the release before.
  await product.deps.db
    .updateTable('requests')
    .set((eb) => ({ e_title: 'Печать из файла', version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  const late = await save(as.client1, id, { urgency: 4, version: version + 4 })
  expect([late.status, late.refusal['current']]).toMatchObject([409, { e_title: 'Печать из файла', urgency: 3 }])
})

test('once work has begun, changes are discussed in the conversation, and nobody else changes it at all', async () => {
  const id = await newRequest({ status_id: 2 })
  const refused = await save(as.client1, id, { urgency: 4 })
  expect([refused.status, refused.refusal.message]).toEqual([422, (await get(as.client1, id)).abilities.edit])
  expect((await withdraw(as.client1, id)).status).toBe(422)
  const fresh = await newRequest()
  expect([(await save(as.client2, fresh, { urgency: 4 })).status, (await withdraw(as.client2, fresh)).status]).toEqual([
    404, 404,
  ])
  expect((await save(as.manager, fresh, { urgency: 4 })).status).toBe(403)
})

test('a planned request cannot be withdrawn', async () => {
  const release_id = await makeRelease(product.deps.db, { author_id: people.manager }, { companies: [people.company1] })
  const id = await newRequest({ release_id })
  expect((await get(as.client1, id)).abilities).toMatchObject({ edit: true, withdraw: expect.any(String) })
  expect((await withdraw(as.client1, id)).status).toBe(422)
})

test('a withdrawn request is restored with everything written about it', async () => {
  const id = await newRequest()
  await as.client1(talks.say, { params: { id }, body: { html: '<p>Помните меня</p>' } })
  expect((await withdraw(as.client1, id)).status).toBe(200)
  expect((await as.client1(requests.getRequest, { params: { id }, query: {} })).status).toBe(404)
  await as.admin(deleted.restore, { body: { entity: 'request', id } })
  const { body } = await as.client1(threads.of, { params: { entity: 'request', id } })
  expect(body.threads[0]?.entries[0]?.html).toBe('<p>Помните меня</p>')
})
