import { expect, test } from 'vitest'
import { companyCalendars, planning } from '@vypusk/contract'
import type { Api } from '../../testing/app.ts'
import { calendarWorld } from '../../testing/calendars.ts'

const world = calendarWorld()

const DAYS = { date_from: '2027-02-01', date_to: '2027-02-03', reason: 'Инвентаризация' }
const own = () => ({ params: { id: world.people.company1 } })
const close = (api: Api, body: object = {}) => api(companyCalendars.close, { ...own(), body: { ...DAYS, ...body } })
const open = (api: Api, closed_id: number) =>
  api(companyCalendars.open, { params: { id: world.people.company1, closed_id } })
const seenBy = async (api: Api) => (await api(companyCalendars.get, own())).body.closed

test('the company closes its days, which planning shows as closed by the client', async () => {
  const [mine] = (await close(world.keeper)).body.calendar.closed
  expect(mine).toMatchObject({ ...DAYS, by_client: true, of_provider: false, abilities: { open: true } })
  const { freezes } = (await world.manager(planning.freezes)).body
  expect(freezes.find(({ id }) => id === mine!.id)).toMatchObject({ by_client: true, reason: DAYS.reason })
  await open(world.keeper, mine!.id)
  expect(await seenBy(world.keeper)).toEqual([])
})

test('a client sees days closed by staff without the reason, and cannot open them', async () => {
  await close(world.manager, { reason: 'Наш инженер в отпуске' })
  const { freeze } = (await world.manager(planning.addFreeze, { body: { ...DAYS, date_from: '2027-02-02' } })).body
  const closed = await seenBy(world.keeper)
  expect(closed.map(({ reason, by_client, of_provider }) => [reason, by_client, of_provider])).toEqual([
    [null, false, false],
    [null, false, true],
  ])
  for (const { id, abilities } of closed) {
    const { status, refusal } = await open(world.keeper, id)
    expect([status, refusal.message]).toEqual([403, abilities.open])
  }
  const [first] = await seenBy(world.manager)
  expect(first).toMatchObject({ reason: 'Наш инженер в отпуске', abilities: { open: true } })
  for (const id of [first!.id, freeze.id]) expect((await open(world.manager, id)).status).toBe(200)
})

test('people without the right cannot close or open days, and other companies get 404', async () => {
  const [days] = (await close(world.keeper)).body.calendar.closed
  expect((await close(world.client1)).status).toBe(403)
  expect((await open(world.client1, days!.id)).status).toBe(403)
  expect((await close(world.client2)).status).toBe(404)
  expect((await open(world.client2, days!.id)).status).toBe(404)
  expect((await open(world.keeper, 999_999)).status).toBe(404)
  await open(world.keeper, days!.id)
})

test('days that a side closes again, even twice at once, are closed once', async () => {
  await Promise.all([close(world.keeper), close(world.keeper)])
  await close(world.manager)
  await close(world.keeper, { reason: 'Переезд' })
  const closed = await seenBy(world.manager)
  expect(closed.map(({ reason, by_client }) => [reason, by_client])).toEqual([
    [DAYS.reason, true],
    [DAYS.reason, false],
    ['Переезд', true],
  ])
  for (const { id } of closed) await open(world.manager, id)
})

test.each([
  [{ date_to: '2027-01-31' }, 'date_to'],
  [{ date_to: '2028-02-02' }, 'date_to'],
  [{ reason: ' ' }, 'reason'],
])('closing refuses %j', async (body, field) => {
  const { status, refusal } = await close(world.keeper, body)
  expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, [field]])
})
