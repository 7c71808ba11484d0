import { afterEach, beforeEach, expect, test } from 'vitest'
import { agreements, approve, offers, releases, reminders, waiting } from '@vypusk/contract'
import { emptyBox, letterWorld, linkOf, newAgreement, read, send, update } from '../../testing/letters.ts'
import { remindSilent } from './commands/reminding.ts'

/** A release closed without being handed over: nothing of it waits for a company any more. */

const world = letterWorld()
const CLOSED = 'Релиз закрыт: согласовывать дату больше не нужно'
const STEPS = { closed: 6, work: 1 }

let began = ''
beforeEach(() => {
  began = world.product.clock.now().toISOString()
})
afterEach(() => world.product.clock.set(began))

const step = async (id: number, step_id: number) => {
  const { release_id } = await read(world, id)
  await world.manager(releases.changeStep, { params: { id: release_id }, body: { step_id } })
}
const waitsForClient = async (id: number) =>
  (await world.client1(waiting.list, { query: { per_page: 500 } })).body.data.some((one) => one.agreement_id === id)

test('an agreed date of a closed release is not announced as the next installation', async () => {
  const id = await newAgreement(world)
  await send(world, id)
  await update(world.client1, id, { updateTarget: 5 })
  const coming = async () =>
    (await world.client1(waiting.list, { query: {} })).body.coming.map(({ planned }) => planned?.releaseDate)
  expect(await coming()).toContain('2026-03-20')
  await step(id, STEPS.closed)
  expect(await coming()).not.toContain('2026-03-20')
})

test('nobody is asked, reminded or expected to answer until the release is opened again', async () => {
  const id = await newAgreement(world)
  const unasked = await newAgreement(world)
  await send(world, id)
  await step(id, STEPS.closed)
  await step(unasked, STEPS.closed)
  await emptyBox(world)
  expect(await waitsForClient(id)).toBe(false)
  expect((await world.manager(reminders.list, { params: { id } })).body).toMatchObject({ planned: [], paused: CLOSED })
  world.product.clock.set('2026-03-10T09:00:00.000Z')
  await remindSilent(world.product.deps)
  const both = { body: { ids: [id] } }
  expect((await world.manager(agreements.remindMany, both)).body.refused).toEqual([{ id, message: CLOSED }])
  expect((await update(world.manager, unasked, { updateTarget: 5 })).refusal.message).toBe(CLOSED)
  expect(await emptyBox(world)).toEqual([])
  await step(id, STEPS.work)
  expect(await waitsForClient(id)).toBe(true)
  expect((await world.manager(agreements.remindMany, both)).body.done).toEqual([id])
})

test('a company can neither agree to its date nor offer another, by screen or link, and is told why', async () => {
  const id = await newAgreement(world)
  await send(world, id)
  const token = linkOf(world, 'client1@example.ru')
  await step(id, STEPS.closed)
  expect((await update(world.client1, id, { updateTarget: 5 })).refusal.message).toBe(CLOSED)
  const body = { releaseDate: '2026-03-25', reason: 'Отчётность' }
  expect((await world.client1(offers.propose, { params: { id }, body })).refusal.message).toBe(CLOSED)
  const question = (await world.product.anonymous(approve.ask, { params: { token } })).body
  expect([question.can_agree, question.can_offer]).toEqual([CLOSED, CLOSED])
})
