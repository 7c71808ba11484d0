import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '@vypusk/contract'
import { addDays } from '../../platform/working-days.ts'
import { testApp, type TestApp } from '../../testing/app.ts'
import { isPast } from './rules/date-objections.ts'

/** When a date has passed is computed twice, by `isPast` and by `passes_at` of the database. */

let product: TestApp
beforeAll(async () => {
  product = await testApp()
})
afterAll(() => product.close())

/** The last six change their clocks, Santiago and Cairo at midnight, the Azores back to it, Lord Howe by half an hour. */
const ZONES = [
  'Europe/Kaliningrad',
  'Europe/Moscow',
  'Asia/Vladivostok',
  'UTC',
  'America/New_York',
  'Europe/Berlin',
  'America/Santiago',
  'Africa/Cairo',
  'Atlantic/Azores',
  'Australia/Lord_Howe',
]
const TIMES = [null, '00:00', '00:30', '01:45', '02:30', '03:30', '12:00', '23:30', '23:59']
/** Some on which clocks are changed, and usual ones. */
const DAYS = [
  '2026-03-08',
  '2026-03-29',
  '2026-04-04',
  '2026-04-24',
  '2026-06-15',
  '2026-09-05',
  '2026-10-25',
  '2026-10-29',
]
const days = DAYS.flatMap((day) => [-1, 0, 1].map((more) => addDays(day, more)))

test.each(ZONES)('both say the same by the clock of an installation in %s', async (zone) => {
  const wishes = days
    .flatMap((day) => TIMES.flatMap((time) => ZONES.map((of) => ({ day, time, of }))))
    .map((wish, n) => ({ ...wish, n }))
  const { rows } = await product.deps.db.transaction().execute(async (tx) => {
    await sql`select set_config('TimeZone', ${zone}, true)`.execute(tx)
    return sql<{ at: string }>`
      select extract(epoch from passes_at(w.day, w.time, w."of"))::text as at
      from jsonb_to_recordset(${JSON.stringify(wishes)}::jsonb) as w(day date, time time, "of" text, n int)
      order by w.n`.execute(tx)
  })
  const wrong = wishes.filter(({ day, time, of }, n) => {
    const at = Number(rows[n]?.at) * 1000
    const wish = { releaseDate: day, releaseTime: time }
    const past = [at - DAY_MS, at - 60_000, at, at + 60_000].map((now) => isPast({ zone: of }, { zone, now }, wish))
    return String(past) !== 'false,false,true,true'
  })
  expect(wrong).toEqual([])
})
