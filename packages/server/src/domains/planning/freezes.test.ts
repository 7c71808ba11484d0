import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit, planning } from '@vypusk/contract'
import { historyOf } from '../../platform/history.ts'
import { releasesWorld } from '../../testing/releases.ts'

type World = Awaited<ReturnType<typeof releasesWorld>>
let world: World
beforeAll(async () => void (world = await releasesWorld()))
afterAll(() => world.product.close())

const days = { date_from: '2026-12-28', date_to: '2027-01-11', reason: 'Закрытие «года» & <б>' }
const close = async (idcomp?: number) =>
  (await world.staff(planning.addFreeze, { body: { ...days, ...(idcomp ? { idcomp } : {}) } })).body.freeze
const open = (id: number) => world.staff(planning.removeFreeze, { params: { id } })
const seen = async () => (await world.staff(planning.freezes)).body.freezes.map(({ id }) => id)
const history = async (id: number) =>
  (await historyOf(world.db, 'freeze', id)).map(({ field, before, after }) => [field, before, after]).toReversed()

test('closed days show whose they are and who closed them', async () => {
  const freeze = await close(world.people.company1)
  expect(freeze).toMatchObject({
    ...days,
    company: { idcomp: world.people.company1 },
    author: { id: world.people.manager },
  })
  expect((await close()).company).toBeNull()
  expect(await seen()).toContain(freeze.id)
})

test('days closed again are the same days, for everybody and for a company each', async () => {
  const [ours, theirs] = [await close(), await close(world.people.company1)]
  expect(await close()).toEqual(ours)
  expect(await close(world.people.company1)).toEqual(theirs)
  expect(await history(ours.id)).toHaveLength(4)
  for (const { id } of [ours, theirs]) await open(id)
})

test('closing and opening days is recorded in the history and in the log', async () => {
  const { id } = await close()
  await open(id)
  const values = [
    ['namecomp', 'Все компании'],
    ['date_from', days.date_from],
    ['date_to', days.date_to],
    ['reason', days.reason],
  ]
  expect(await history(id)).toEqual([
    ...values.map(([field, value]) => [field, null, value]),
    ...values.map(([field, value]) => [field, value, null]),
  ])
  expect(await seen()).not.toContain(id)
  const admin = await world.product.as('admin')
  const { data } = (await admin(audit.list, { body: { entities: ['freeze'] } })).body
  expect(data.filter((row) => row.entity_id === id)).toHaveLength(8)
})

test('a change is announced under the name used in the history, the provider’s own days to everybody', async () => {
  const { id } = await close()
  await open(id)
  const events = await world.db
    .selectFrom('events')
    .select(['entity', 'entity_id', 'companies'])
    .orderBy('id')
    .execute()
  const freeze = { entity: 'freeze', entity_id: id, companies: null }
  expect(events.slice(-2)).toEqual([freeze, freeze])
})

test('when two people open the same days at once, it is recorded once', async () => {
  const { id } = await close()
  const answers = await Promise.all([open(id), open(id)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
  expect((await history(id)).length).toBe(8)
})

test('days that end before they begin are refused at their field', async () => {
  const body = { ...days, date_to: '2026-12-27' }
  const { status, refusal } = await world.staff(planning.addFreeze, { body })
  expect([status, refusal.errors]).toEqual([422, { date_to: ['Конец раньше начала'] }])
  expect((await world.client(planning.addFreeze, { body: days })).status).toBe(403)
})
