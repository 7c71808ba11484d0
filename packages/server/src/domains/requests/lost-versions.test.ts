import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { requests } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makePeople, makeRequest } from '../../testing/making/make.ts'

/**
 * A form, which a browser keeps, or another program started from a version that was lost when a backup was restored. What
 * a colleague has saved since is not overwritten unseen, though its version is a lower one.
 */

let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
let manager: Api
let client1: Api
let id: number
beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
  ;[manager, client1] = await Promise.all([product.as('manager'), product.as('client1')])
})
afterAll(() => product.close())
beforeEach(async () => {
  const { client1: author_id, company1: idcomp, module: idmod } = people
  id = await makeRequest(product.deps.db, { author_id, idcomp, idmod, e_title: 'Печать', status_id: 1 })
})

const LOST = 7

test('a backlog record, alone and among several', async () => {
  await manager(requests.saveBacklog, { body: { request_id: id, planned_time: 5, version: 1 } })
  const alone = await manager(requests.saveBacklog, { body: { request_id: id, planned_time: 8, version: LOST } })
  expect([alone.status, alone.refusal['current']]).toMatchObject([409, { planned_time: 5, version: 2 }])
  const versions = [{ request_id: id, version: LOST }]
  const { body } = await manager(requests.saveManyBacklog, { body: { requests: [id], versions, planned_time: 8 } })
  expect(body).toMatchObject({ saved: [], refused: [{ id, reason: 'Запись уже изменил другой человек' }] })
})

test('the text for a release', async () => {
  const describeIt = (description: string, version: number) =>
    manager(requests.saveDescription, { params: { id }, body: { description, isSolo: false, version } })
  await describeIt('Коллеги', 1)
  const late = await describeIt('Свой', LOST)
  expect([late.status, late.refusal['current']]).toMatchObject([409, { description: 'Коллеги', version: 2 }])
})

test('what the author wrote', async () => {
  const save = (e_title: string, version: number) =>
    client1(requests.saveRequest, { params: { id }, body: { e_title, version } })
  await save('Печать форм', 1)
  const late = await save('Печать чеков', LOST)
  expect([late.status, late.refusal['current']]).toMatchObject([409, { e_title: 'Печать форм', version: 2 }])
})
