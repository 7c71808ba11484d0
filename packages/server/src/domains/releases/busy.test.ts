import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { afterAll, expect, test } from 'vitest'
import { addDays, daysFromTo } from '../../platform/working-days.ts'
import { releasesWorld } from '../../testing/releases.ts'
import { busyOf } from './queries/calculation.ts'

/** Who is busy elsewhere is read for the days of a release, and not for everything that is planned after them. */

const { product, db, newRelease, detail } = await releasesWorld()
afterAll(() => product.close())

const START = '2026-04-29'
const readFor = async (id: number) => {
  const [row] = await db
    .selectFrom('releases')
    .select(jsonArrayFrom(busyOf(db)).as('busy'))
    .where('releases.id', '=', id)
    .execute()
  return row?.busy.map((one) => one.id)
}
const planned = (start_date: string) => newRelease({ start_date, plan_date: addDays(start_date, 20) })
const shown = async (id: number) => (await detail(id)).calculation?.busy.map(({ release }) => release.id)

test('releases that begin long after it are not read', async () => {
  const [near, far] = [await planned('2026-04-30'), await planned('2028-01-10')]
  const id = await newRelease({ start_date: START, plan_date: '2026-05-29', planned_time: 960 })
  expect(await shown(id)).toEqual([near])
  expect(await readFor(id)).toContain(near)
  expect(await readFor(id)).not.toContain(far)
})

test('what is shown is never cut, however many days off there are', async () => {
  const months = daysFromTo(addDays(START, 1), '2026-11-30').map((day) => ({ day, minutes: 0, name: 'Нерабочий' }))
  await db
    .insertInto('calendar_days')
    .values(months)
    .onConflict((conflict) => conflict.column('day').doUpdateSet({ minutes: 0 }))
    .execute()
  const last = await planned('2026-12-01')
  const id = await newRelease({ start_date: START, plan_date: '2026-05-29', planned_time: 960 })
  // The calendar is remembered, and the news of the change takes a moment.
  await expect.poll(async () => (await detail(id)).calculation?.plan_date).toBe('2026-12-01')
  expect(await shown(id)).toContain(last)
})
