import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminLists, registry } from '@vypusk/contract'
import { testApp, type TestApp } from '../../testing/app.ts'
import { makeEntry, makePeople } from '../../testing/making/make.ts'

let product: TestApp
beforeAll(async () => {
  product = await testApp()
})
afterAll(() => product.close())

test('steps that change places tell nothing of the entries that are there', async () => {
  const { db } = product.deps
  const people = await makePeople(db)
  const [admin, manager, client] = [await product.as('admin'), await product.as('manager'), await product.as('client1')]
  const make = () => makeEntry(db, { author_id: people.client1, idcomp: people.company1 })
  let title = 0
  const mayRename = async (id: number) => {
    const { status } = await client(registry.updateEntry, { body: { id, title: `Название ${++title}` } })
    const { standing } = (await client(registry.getEntry, { params: { id } })).body
    return { status, standing }
  }
  const move = (id: number, step: number) => manager(registry.updateEntry, { body: { id, step } })
  const FREE = { status: 200, standing: 'first_step' }
  const TAKEN = { status: 422, standing: 'later' }

  const [first = 0, second = 0, ...rest] = (await admin(adminLists.steps)).body.registry_steps.map(({ id }) => id)
  const [untouched, begun] = [await make(), await make()]
  await move(begun, second)
  const ids = [second, first, ...rest]
  expect((await admin(adminLists.reorder, { params: { list: 'registry_step' }, body: { ids } })).status).toBe(200)
  expect(await mayRename(untouched)).toEqual(FREE)
  expect(await mayRename(begun)).toEqual(TAKEN)

  const made = (await client(registry.createEntry, { body: { title: 'Новая' } })).body.entry
  expect(made.step.id).toBe(second)
  expect(await mayRename(made.id)).toEqual(FREE)
  await move(made.id, first)
  expect(await mayRename(made.id)).toEqual(TAKEN)
  // Back on the step that entries begin on by now.
  await move(made.id, second)
  expect(await mayRename(made.id)).toEqual(FREE)
})
