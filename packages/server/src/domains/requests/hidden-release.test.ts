import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { releases, requests } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makePeople, makeRelease, makeRequest } from '../../testing/making/make.ts'

/** A request in a release that is not visible to clients: for its client it is in no release. */

let product: TestApp
let manager: Api
let client1: Api
let people: Awaited<ReturnType<typeof makePeople>>
let open: number
let hidden: number
let id: number

beforeAll(async () => {
  product = await testApp()
  const { db } = product.deps
  people = await makePeople(db)
  const author_id = people.manager
  const including = { companies: [people.company1] }
  open = await makeRelease(db, { author_id, title: 'Открытый' }, including)
  hidden = await makeRelease(db, { author_id, title: 'Скрытый', is_visible_for_client: false }, including)
  manager = await product.as('manager')
  client1 = await product.as('client1')
})
afterAll(() => product.close())

const put = (release: number) => manager(releases.addRequests, { params: { id: release }, body: { requests: [id] } })
const take = (release: number) => manager(releases.removeRequest, { params: { id: release, request: id } })

beforeEach(async () => {
  const { company1: idcomp, module: idmod, client1: author_id } = people
  id = await makeRequest(product.deps.db, { author_id, idcomp, idmod })
  await put(hidden)
})

const history = async (api: Api) =>
  (await api(requests.getRequest, { params: { id } })).body.history.map(({ before, after }) => [before, after])

test('its history does not show it, but shows the visible one that follows', async () => {
  expect(await history(client1)).toEqual([])
  await take(hidden)
  await put(open)
  expect(await history(client1)).toEqual([[null, 'Открытый']])
  expect(await history(manager)).toEqual([
    [null, 'Открытый'],
    ['Скрытый', null],
    [null, 'Скрытый'],
  ])
})

test('a renamed release stays in it under its present name, and a former name of a hidden one is not shown', async () => {
  const { db } = product.deps
  const rename = (release: number, title: string, is_visible_for_client = true) =>
    db.updateTable('releases').set({ title, is_visible_for_client }).where('id', '=', release).execute()
  await take(hidden)
  await put(open)
  await rename(open, 'Весенний')
  await rename(hidden, 'Летний')
  expect(await history(client1)).toEqual([
    [null, 'Весенний'],
    ['Летний', null],
    [null, 'Летний'],
  ])
  expect(await history(manager)).toContainEqual([null, 'Открытый'])
  // A change from before ids were recorded is told by its title.
  await db
    .insertInto('history')
    .values({
      entity: 'request',
      entity_id: id,
      field: 'release_id',
      title: 'Релиз',
      before: JSON.stringify('Весенний'),
      after: 'null',
      via: 'screen',
      at: '2026-03-01T00:00:00Z',
      user_id: people.manager,
    })
    .execute()
  expect(await history(client1)).toContainEqual(['Весенний', null])
  await rename(hidden, 'Скрытый', false)
  await rename(open, 'Открытый')
})

test('no refusal reveals it', async () => {
  const lookUp = (api: Api) => api(requests.getRequest, { params: { id }, query: { for_release: open } })
  const { status, body } = await lookUp(client1)
  expect([status, body.release]).toEqual([200, null])
  const { status: refused, refusal } = await lookUp(manager)
  expect([refused, refusal.message]).toEqual([422, 'Заявка уже добавлена в релиз'])
})

test('the request is free for its client, and not for staff', async () => {
  const free = async (api: Api) => {
    const { body } = await api(requests.requestsList, { query: { search: String(id), free: '1' } })
    return body.requestsList.map((request) => request.id)
  }
  expect([await free(client1), await free(manager)]).toEqual([[id], []])
})
