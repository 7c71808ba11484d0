import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adminPeople, planning, releases } from '@vypusk/contract'
import type { Api } from '../../testing/app.ts'
import { makePerson } from '../../testing/making/make.ts'
import { releasesWorld } from '../../testing/releases.ts'

/** Whoever has left stays named in a release, and no hours are counted on them. */

let world: Awaited<ReturnType<typeof releasesWorld>>
let admin: Api
let leaving: number
let serial = 0
beforeAll(async () => {
  world = await releasesWorld()
  admin = await world.product.as('admin')
})
afterAll(() => world.product.close())
beforeEach(async () => {
  serial += 1
  leaving = await makePerson(world.db, `leaving${serial}`)
  await world.db.updateTable('releases').set({ deleted_at: '2026-03-01T00:00:00.000Z' }).execute()
})

const DAYS = { start_date: '2026-03-02', plan_date: '2026-03-31' }
/** Eighty hours: ten working days of one person, five of two. */
const newRelease = (users: number[]) => world.newRelease({ ...DAYS, planned_time: 4800 }, { ...world.both(), users })
const block = (is_blocked: boolean) => admin(adminPeople.block, { params: { id: leaving }, body: { is_blocked } })
const LEFT = () => [`Посчитано без тех, кто больше не работает в системе: Имя leaving${serial}`]

test('the plan date is calculated with those who are there, and says so', async () => {
  const id = await newRelease([world.people.manager, leaving])
  const asked = async () => (await world.staff(releases.calculationRequests, { params: { id } })).body.calculation
  const counted = async () => [(await world.detail(id)).calculation, await asked()]
  for (const one of await counted()) expect(one).toMatchObject({ people: 2, plan_date: '2026-03-06', warnings: [] })
  await block(true)
  for (const one of await counted()) {
    expect(one).toMatchObject({ people: 1, plan_date: '2026-03-16', warnings: LEFT() })
  }
  expect((await world.detail(id)).users).toHaveLength(2)
})

test('nobody who has left is busy elsewhere, and work that takes longer without them meets what comes then', async () => {
  const id = await newRelease([world.people.manager, leaving])
  await newRelease([leaving])
  const later = await world.newRelease({ ...DAYS, start_date: '2026-03-11' })
  const busy = async () => (await world.detail(id)).calculation?.busy.map(({ user, release }) => [user.id, release.id])
  await block(true)
  expect(await busy()).toEqual([[world.people.manager, later]])
})

test('the load is that of those who are there; without anybody it is nobody’s', async () => {
  const shared = await newRelease([world.people.manager, leaving])
  const loads = async () => {
    const { load } = (await world.staff(planning.preview, { body: { from: '2026-03-02', weeks: 5, changes: [] } })).body
    const hours = load.people.map(({ user, weeks }) => [
      user?.id ?? null,
      Math.round(weeks.reduce((sum, { needed }) => sum + needed, 0) / 60),
    ])
    return Object.fromEntries(hours) as Record<string, number>
  }
  const { manager } = world.people
  expect(await loads()).toEqual({ [manager]: 40, [leaving]: 40 })
  await block(true)
  expect(await loads()).toEqual({ [manager]: 80 })
  await world.db.deleteFrom('release_users').where('release_id', '=', shared).where('user_id', '=', manager).execute()
  expect(await loads()).toEqual({ null: 80 })
})
