import { expect, test } from 'vitest'
import { agreements, consequences, releases } from '@vypusk/contract'
import { letterWorld, newAgreement, read, send, update } from '../../testing/letters.ts'

/** Which changes make a calendar program report that an entry has changed. */

const world = letterWorld()

const sequenceOf = async (id: number) =>
  (
    await world.product.deps.db
      .selectFrom('shared_agreements')
      .select('calendar_sequence')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).calendar_sequence ?? 0

async function renamed(id: number, title: string) {
  const { release_id } = await read(world, id)
  const { body } = await world.manager(releases.get, { params: { id: release_id } })
  const { start_date, plan_date } = body
  return world.manager(releases.save, { params: { id: release_id }, body: { title, start_date, plan_date } })
}

const moved = (id: number, releaseDate: string, releaseTime: string | null) =>
  update(world.manager, id, { updateTarget: 4, releaseDate, releaseTime, cancel_reason: 'Стенд' })

test.each<[string, (id: number) => Promise<{ status: number }>, number]>([
  ['the day', (id) => moved(id, '2026-03-27', '22:00'), 1],
  ['the time of day', (id) => moved(id, '2026-03-20', '09:00'), 1],
  ['the title of the release', (id) => renamed(id, 'Учёт «Лето»'), 1],
  ['a withdrawal', (id) => world.manager(consequences.withdraw, { body: { ids: [id] } }), 1],
  ['deleting', (id) => world.manager(agreements.remove, { params: { id } }), 1],
  ['the same title', (id) => renamed(id, 'Учёт «Весна» & склад'), 0],
  ['a remark', (id) => update(world.client1, id, { updateTarget: 0, remark: 'Позвоните' }), 0],
  ['the test flag', (id) => update(world.manager, id, { updateTarget: 1, isPublishedOnTestEnv: true }), 0],
  ['another recipient', (id) => update(world.manager, id, { updateTarget: 3, recipientsExtra: ['it@example.ru'] }), 0],
  ['the approval of the client', (id) => update(world.client1, id, { updateTarget: 5 }), 0],
])('%s', async (_, change, growth) => {
  const id = await newAgreement(world)
  await send(world, id)
  const before = await sequenceOf(id)
  expect((await change(id)).status).toBe(200)
  expect((await sequenceOf(id)) - before).toBe(growth)
})

test('an entry sent by a former version of the product continues its sequence', async () => {
  const { db } = world.product.deps
  const id = await newAgreement(world)
  await db.updateTable('agreements').set({ calendar_sequence: null }).where('id', '=', id).execute()
  await db.updateTable('agreements').set({ version: 7 }).where('id', '=', id).execute()
  await db.updateTable('agreements').set({ calendar_sequence: null }).where('id', '=', id).execute()
  expect(await sequenceOf(id)).toBe(7)
  await update(world.manager, id, { updateTarget: 1, isPublishedOnTestEnv: true })
  expect(await sequenceOf(id)).toBe(7)
  await moved(id, '2026-03-27', null)
  expect(await sequenceOf(id)).toBe(8)
})
