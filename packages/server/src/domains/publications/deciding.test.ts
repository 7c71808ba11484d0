import { expect, test } from 'vitest'
import { agreements, publications } from '@vypusk/contract'
import { clear, noticesOf, unread } from '../../testing/notices.ts'
import { draftOf, newRelease, publishWorld } from '../../testing/publishing.ts'

/** Nobody is reminded of a date after the release was handed over; a client may still agree to one (api.md). */

const world = publishWorld()
const STAFF_LATE = 'Релиз уже опубликован для компании: спрашивать о дате поздно'

const update = (who: 'manager' | 'client1', id: number, body: object) =>
  world[who](agreements.update, { params: { id }, body: body as never })

async function handed(isSent: boolean) {
  const { people, manager } = world
  const release = await newRelease(world)
  const date = { releaseDate: '2026-03-20', releaseTime: null }
  const made = { release_id: release, company_id: people.company1, recipients: [people.client1], ...date }
  const { id } = (await manager(agreements.add, { body: made })).body
  if (isSent) await update('manager', id, { updateTarget: 5 })
  return { id, publish: async () => manager(publications.publish, { body: await draftOf(world, {}, { release }) }) }
}

test('an unanswered question ends with the publication, behind the bell too', async () => {
  const { id, publish } = await handed(true)
  await clear(world.manager)
  const [question] = await noticesOf(world.client1)
  const before = await unread(world.client1)
  expect((await publish()).status).toBe(200)
  const settled = (await noticesOf(world.client1)).find((one) => one.id === question?.id)
  expect(settled).toMatchObject({ kind: 'approval', settled: true, read: true })
  expect(await unread(world.client1)).toBeLessThanOrEqual(before)
  const detail = (await world.client1(agreements.get, { params: { id } })).body
  expect(detail.abilities).toMatchObject({
    approve: true,
    offer: expect.stringContaining('предлагать другую дату поздно'),
    remark: true,
  })
  const reminded = await world.manager(agreements.remindMany, { body: { ids: [id] } })
  expect(reminded.body.refused).toEqual([{ id, message: STAFF_LATE }])
  expect((await update('client1', id, { updateTarget: 5 })).status).toBe(200)
})

test('an installation date can be agreed after the publication as well, by both sides', async () => {
  const unasked = await handed(false)
  await unasked.publish()
  expect((await update('manager', unasked.id, { updateTarget: 5 })).status).toBe(200)
  const asked = await handed(true)
  await asked.publish()
  const yes = { updateTarget: 5, on_behalf: 'client', remark: 'Звонили перед установкой' }
  expect((await update('manager', asked.id, yes)).status).toBe(200)
})
