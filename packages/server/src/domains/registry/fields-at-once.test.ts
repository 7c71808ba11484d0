import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { registry, type BodyInput } from '@vypusk/contract'
import { makePeople } from '../../testing/making/make.ts'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'

/** Two people change one entry: what each of them has changed is kept, and only the same field is refused. */

let product: TestApp
let manager: Api
let admin: Api
let people: Awaited<ReturnType<typeof makePeople>>
let id: number

beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
  ;[manager, admin] = await Promise.all([product.as('manager'), product.as('admin')])
  await product.deps.db.updateTable('users').set({ can_enter_registry: true, can_create_registry: true }).execute()
})
afterAll(() => product.close())

beforeEach(async () => {
  const made = await manager(registry.createEntry, { body: { title: 'Отчёт', company: people.company1 } })
  id = made.body.entry.id
})

type Change = Omit<BodyInput<typeof registry.updateEntry>, 'id'>
const update = (change: Change, api = manager) => api(registry.updateEntry, { body: { id, ...change } })
const detail = async () => (await manager(registry.getEntry, { params: { id } })).body

test('what others have changed in other fields refuses nothing, and both changes are kept', async () => {
  await update({ title: 'Его', priority: 2, version: 1 })
  await update({ priority: 3, version: 2 })
  const mine = await update({ description: 'Моё', version: 1 }, admin)
  expect(mine.body.entry).toMatchObject({ title: 'Его', description: 'Моё', priority: 3, version: 4 })
  const title = await update({ title: 'Моё', version: 2 }, admin)
  expect(title.body.entry).toMatchObject({ title: 'Моё', version: 5 })
  const both = await update({ due_date: '2026-05-05', priority: 4, version: 2 }, admin)
  expect([both.status, both.refusal['current']]).toMatchObject([409, { priority: 3, due_date: null, version: 5 }])
})

test('changes of different fields at once are both saved', async () => {
  const both = await Promise.all([update({ title: 'Первый', version: 1 }), update({ priority: 4, version: 1 }, admin)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(await detail()).toMatchObject({ title: 'Первый', priority: 4, version: 3 })
})

test('a version that was lost when a backup was restored is no newer than what was written since', async () => {
  await update({ title: 'Коллеги', version: 1 })
  const late = await update({ title: 'Моё', version: 7 }, admin)
  expect([late.status, late.refusal['current']]).toMatchObject([409, { title: 'Коллеги', version: 2 }])
})
