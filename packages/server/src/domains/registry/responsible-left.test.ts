import { afterAll, beforeAll, expect, test } from 'vitest'
import { registry, waiting } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makeEntry, makePeople, makePerson } from '../../testing/making/make.ts'

/** What the provider writes in an entry reaches its company though the responsible person is not there any more. */

let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
let as: Record<'manager' | 'client1', Api>
beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
  as = { manager: await product.as('manager'), client1: await product.as('client1') }
})
afterAll(() => product.close())

const waits = async (id: number) =>
  (await as.client1(waiting.list, { query: { kind: 'entry_unread' } })).body.data.some((matter) => matter.id === id)

test.each([
  ['is blocked', { is_blocked: true }, { is_blocked: false }],
  ['is deleted', { deleted_at: '2026-03-06T07:20:00.000Z' }, { deleted_at: null }],
  ['is of another company', () => ({ idcomp: people.company2 }), () => ({ idcomp: people.company1 })],
])('once that person %s, it waits for the others until they have read it', async (how, change, back) => {
  const { db } = product.deps
  const { company1: idcomp, manager: author_id } = people
  product.clock.set('2026-03-06T07:00:00.000Z')
  await as.client1(registry.visit)
  const responsible_id = await makePerson(db, how.replaceAll(' ', ''), { idcomp, can_enter_registry: true })
  const [id, nobodys] = [
    await makeEntry(db, { author_id, idcomp, responsible_id }),
    await makeEntry(db, { author_id, idcomp, responsible_id: null }),
  ]
  product.clock.set('2026-03-06T07:10:00.000Z')
  for (const each of [id, nobodys]) await as.manager(registry.addComment, { body: { id: each, comment: 'Когда?' } })
  const set = (fields: typeof change | typeof back) =>
    db
      .updateTable('users')
      .set(typeof fields === 'function' ? fields() : fields)
      .where('id', '=', responsible_id)
      .execute()
  expect([await waits(id), await waits(nobodys)]).toEqual([false, false])
  await set(change)
  expect([await waits(id), await waits(nobodys)]).toEqual([true, false])
  await set(back)
  expect(await waits(id)).toBe(false)
  await set(change)
  await as.client1(registry.readComments, { body: { id } })
  expect(await waits(id)).toBe(false)
})
