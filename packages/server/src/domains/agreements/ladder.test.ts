import { afterEach, beforeAll, expect, test } from 'vitest'
import { agreements, companyCalendars, reminders } from '@vypusk/contract'
import { addresses, emptyBox, letterWorld, newAgreement, read, send, update } from '../../testing/letters.ts'
import { makePerson } from '../../testing/making/make.ts'
import { remindSilent } from './commands/reminding.ts'

/** The ladder of reminders follows the company's clock. It is shown, paused with a reason, and sent early. */

const world = letterWorld()
const ASKED = '2026-03-06T06:30:00.000Z'
const REASON = 'Договорились на словах, пришлют в среду'

beforeAll(async () => {
  const { db } = world.product.deps
  const deputy_id = await makePerson(db, 'deputy', { idcomp: world.people.company1 })
  await world.manager(reminders.saveEscalation, {
    params: { company_id: world.people.company1 },
    body: { deputy_id, head_id: null },
  })
})
afterEach(async () => {
  world.product.clock.set(ASKED)
  await world.product.deps.db.updateTable('agreements').set({ deleted_at: ASKED }).execute()
})

const ladder = async (id: number) => (await world.manager(reminders.list, { params: { id } })).body
const stepsOf = async (id: number) => (await ladder(id)).planned.map(({ stage, day }) => [stage, day])
const pause = (id: number, reason = REASON) => world.manager(reminders.pause, { params: { id }, body: { reason } })
const resume = (id: number) => world.manager(reminders.resume, { params: { id } })
const hurry = (id: number, stage: reminders.Stage) =>
  world.manager(reminders.hurry, { params: { id }, body: { stage } })

async function sentAgreement() {
  const id = await newAgreement(world)
  await send(world, id)
  return id
}

/** Runs the schedule at this moment. @returns the addresses that received letters */
async function comes(at: string, sent = 0): Promise<string[]> {
  await emptyBox(world)
  world.product.clock.set(at)
  await remindSilent(world.product.deps)
  await expect.poll(() => world.smtp.received.length).toBeGreaterThanOrEqual(sent)
  return addresses(world)
}

test('the agreement shows the next step, but not to clients when it concerns only staff', async () => {
  const id = await sentAgreement()
  const next = { stage: 'recipients', at: '2026-03-11T09:00:00.000Z', day: '2026-03-11' }
  expect((await read(world, id)).next_reminder).toEqual(next)
  const seen = async () => (await world.client1(agreements.get, { params: { id } })).body.next_reminder
  expect(await seen()).toEqual(next)
  await hurry(id, 'recipients')
  await hurry(id, 'deputy')
  expect((await read(world, id)).next_reminder).toMatchObject({ stage: 'team' })
  expect(await seen()).toBeNull()
  await update(world.client1, id, { updateTarget: 5 })
  expect((await read(world, id)).next_reminder).toBeNull()
})

test('a reminder is sent in the hours of the company, by its own clock', async () => {
  const working = [0, 1, 2, 3, 4].map((weekday) => ({ weekday, from: '10:00', to: '19:00' }))
  const body = { zone: 'Asia/Vladivostok', working, installing: null }
  await world.manager(companyCalendars.save, { params: { id: world.people.company1 }, body })
  const id = await sentAgreement()
  const [step] = (await ladder(id)).planned
  expect(step).toMatchObject({ stage: 'recipients', day: '2026-03-11', at: '2026-03-11T00:00:00.000Z' })
  expect(await comes('2026-03-10T23:50:00.000Z')).toEqual([])
  expect(await comes('2026-03-11T09:30:00.000Z')).toEqual([])
  expect(await comes('2026-03-12T00:00:00.000Z', 1)).toEqual(['client1@example.ru'])
  await world.product.deps.db.deleteFrom('company_calendars').execute()
})

test('a paused ladder sends nothing, shows the reason only to staff, and resumes where it stopped', async () => {
  const id = await sentAgreement()
  expect((await ladder(id)).abilities).toMatchObject({
    pause: true,
    resume: 'Напоминания не приостановлены',
    hurry: true,
  })
  expect((await pause(id)).status).toBe(200)
  const { planned, paused, pause: by, abilities } = await ladder(id)
  expect([planned, paused]).toEqual([[], `Приостановлены: ${REASON}`])
  expect(by).toMatchObject({ reason: REASON, at: ASKED, user: { name: 'Имя manager' } })
  expect(abilities.resume).toBe(true)
  expect((await pause(id)).refusal.message).toBe(abilities.pause)
  expect((await hurry(id, 'recipients')).refusal.message).toBe(abilities.hurry)
  expect((await read(world, id)).next_reminder).toBeNull()
  expect(await comes('2026-03-12T10:00:00.000Z')).toEqual([])
  const own = (await world.client1(agreements.get, { params: { id } })).body
  expect(JSON.stringify(own)).not.toContain(REASON)
  expect((await resume(id)).status).toBe(200)
  expect((await resume(id)).refusal.message).toBe('Напоминания не приостановлены')
  expect(await comes('2026-03-12T10:00:00.000Z', 1)).toEqual(['client1@example.ru'])
  expect(await stepsOf(id)).toEqual([
    ['deputy', '2026-03-16'],
    ['head', '2026-03-18'],
    ['team', '2026-03-20'],
  ])
  const changes = (await read(world, id)).history.filter(({ field }) => field === 'ladder')
  expect(changes.map(({ before, after }) => [before, after])).toEqual([
    [`приостановлены: ${REASON}`, 'идут'],
    ['идут', `приостановлены: ${REASON}`],
  ])
})

test('a new question is not paused when the previous one was', async () => {
  const id = await sentAgreement()
  await pause(id)
  world.product.clock.set('2026-03-10T06:30:00.000Z')
  const moved = { updateTarget: 4, releaseDate: '2026-04-24', releaseTime: null, cancel_reason: 'Так надо' } as const
  expect((await update(world.manager, id, moved)).status).toBe(200)
  await send(world, id)
  expect((await ladder(id)).pause).toBeNull()
  expect((await stepsOf(id))[0]).toEqual(['recipients', '2026-03-12'])
})

test('the next step is sent early, once for two concurrent calls, and later steps follow from there', async () => {
  const id = await sentAgreement()
  const tried = await Promise.all([hurry(id, 'recipients'), hurry(id, 'recipients')])
  expect(tried.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await hurry(id, 'head')).status).toBe(409)
  expect((await ladder(id)).reminders).toMatchObject([
    { stage: 'recipients', ahead: true, user: { name: 'Имя manager' } },
  ])
  expect(await stepsOf(id)).toEqual([
    ['deputy', '2026-03-11'],
    ['head', '2026-03-13'],
    ['team', '2026-03-17'],
  ])
  expect((await hurry(id, 'deputy')).status).toBe(200)
  await expect.poll(() => addresses(world)).toContain('deputy@example.ru')
})

test('an answered agreement cannot be paused or hurried, and an unknown one is not found', async () => {
  const id = await sentAgreement()
  await update(world.client1, id, { updateTarget: 5 })
  const { abilities } = await ladder(id)
  expect(abilities.pause).toBe('Дата не ждёт ответа клиента')
  expect((await pause(id)).refusal.message).toBe(abilities.pause)
  expect((await hurry(id, 'recipients')).refusal.message).toBe(abilities.hurry)
  expect((await pause(999_999)).status).toBe(404)
  expect((await world.client1(reminders.pause, { params: { id }, body: { reason: REASON } })).status).toBe(403)
})
