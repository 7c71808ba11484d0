import { afterAll, beforeAll, expect, test } from 'vitest'
import { registry } from '@vypusk/contract'
import { testApp, type TestApp } from '../../testing/app.ts'
import { makeEntry, makePeople, makePerson, makeRequest } from '../../testing/making/make.ts'

let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
})
afterAll(() => product.close())

test('the history tells apart two requests with one title, and two people with one name', async () => {
  const { db } = product.deps
  const manager = await product.as('manager')
  const { company1: idcomp, client1: author_id, module: idmod } = people
  const newRequest = () => makeRequest(db, { author_id, idcomp, idmod, e_title: 'Не печатается акт' })
  const newPerson = (login: string) => makePerson(db, login, { idcomp, name: 'Иванов Иван' })
  const [first, second] = [await newRequest(), await newRequest()]
  const [older, younger] = [await newPerson('ivanov'), await newPerson('ivanov2')]
  const id = await makeEntry(db, { author_id, idcomp, request_id: first, responsible_id: older })
  await manager(registry.updateEntry, { body: { id, request: second, responsible: younger } })
  const { changes } = (await manager(registry.changelog, { params: { id } })).body
  expect(Object.fromEntries(changes.map(({ field, before, after }) => [field, [before, after]]))).toEqual({
    request: [`Не печатается акт (№ ${first})`, `Не печатается акт (№ ${second})`],
    responsible: [`Иванов Иван (№ ${older})`, `Иванов Иван (№ ${younger})`],
  })
})
