import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { adminLists, requests, waiting } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makePeople } from '../../testing/making/make.ts'

/** Hiding or moving statuses says nothing of the requests that have them (docs/decisions/0175). */

let product: TestApp
let [admin, manager, client1] = [] as unknown as [Api, Api, Api]
let people: Awaited<ReturnType<typeof makePeople>>
let statuses: number[]
let [fresh, second] = [0, 0]

const CRITICAL = 4

beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
  ;[admin, manager, client1] = [await product.as('admin'), await product.as('manager'), await product.as('client1')]
  statuses = (await admin(adminLists.requestLists)).body.statuses.map(({ id }) => id)
  ;[fresh = 0, second = 0] = statuses
})
afterAll(() => product.close())

const hide = async (is_hidden: boolean) => {
  const answer = await admin(adminLists.hide, { params: { list: 'request_status', id: fresh }, body: { is_hidden } })
  expect(answer.status).toBe(200)
}
const reorder = async (ids: number[]) => {
  const answer = await admin(adminLists.reorder, { params: { list: 'request_status' }, body: { ids } })
  expect(answer.status).toBe(200)
}
const create = async () =>
  (
    await client1(requests.createRequest, {
      body: {
        e_title: 'Печать',
        text: 'Не печатает',
        module: people.module,
        type: 1,
        urgency: CRITICAL,
        priority: null,
        files: [],
      },
    })
  ).body.id
const give = (id: number, status: number) => manager(requests.saveStatus, { body: { requests: [id], status } })
const isNew = async (id: number) =>
  (await client1(requests.getRequest, { params: { id } })).body.abilities.edit === true
const waitingOnes = async () =>
  (await manager(waiting.list, { query: { kind: 'urgent', per_page: 500 } })).body.data.map(({ id }) => id)

let untouched: number
let begun: number
beforeEach(async () => {
  untouched = await create()
  begun = await create()
  await give(begun, second)
})
afterEach(async () => {
  await hide(false)
  await reorder(statuses)
})

test.each([
  ['hidden', () => hide(true)],
  ['moved behind another', () => reorder([second, fresh, ...statuses.slice(2)])],
])('with the first status %s, what nobody has begun is still new, and what was begun is not', async (_, change) => {
  await change()
  expect(await isNew(untouched)).toBe(true)
  expect(await isNew(begun)).toBe(false)
  const waits = await waitingOnes()
  expect(waits).toContain(untouched)
  expect(waits).not.toContain(begun)
  const withdrawn = await client1(requests.withdrawRequest, { params: { id: untouched } })
  expect(withdrawn.status).toBe(200)
})

test('new requests begin on the status that is the first by now, and are begun by any other', async () => {
  await reorder([second, fresh, ...statuses.slice(2)])
  const later = await create()
  expect(await isNew(later)).toBe(true)
  await give(later, fresh)
  expect(await isNew(later)).toBe(false)
  // Said again about a request that has it already, as when only the payment of it is changed, it is no news.
  await manager(requests.saveStatus, { body: { requests: [begun], status: second, isPaid: true } })
  expect(await isNew(begun)).toBe(false)
  // Whoever began by mistake says so with the status of new requests.
  await give(later, second)
  expect(await isNew(later)).toBe(true)
})
