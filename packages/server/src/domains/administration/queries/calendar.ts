import { sql } from 'kysely'
import type { adminCalendar, ReplyOf } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { statement } from '../../../platform/statement.ts'
import { daysFromTo, minutesOf } from '../../../platform/working-days.ts'

const specialDays = statement((db, { first, last }: { first: string; last: string }) =>
  db
    .selectFrom('shared_calendar_days')
    .select(['day', 'minutes', 'name'])
    .where('day', '>=', first)
    .where('day', '<=', last)
    .orderBy('day'),
)

const specialYears = statement((db) =>
  db
    .selectFrom('shared_calendar_days')
    .select(sql<number>`extract(year from day)::int`.as('year'))
    .distinct()
    .orderBy('year'),
)

/** Returns every day of a year with its working minutes, and every year that has special days. */
export async function calendarYear(db: Db, year: number): Promise<ReplyOf<typeof adminCalendar.year>> {
  const [first, last] = [`${year}-01-01`, `${year}-12-31`]
  const [special, years] = await Promise.all([specialDays.all(db, { first, last }), specialYears.all(db, {})])
  const known = new Map(special.map((one) => [one.day, one]))
  const minutes = new Map(special.map((one) => [one.day, one.minutes]))
  const days = daysFromTo(first, last).map((day) => {
    const name = known.get(day)?.name ?? ''
    return { day, minutes: minutesOf(minutes, day), name, is_special: known.has(day) }
  })
  return { year, years: years.map((row) => row.year), days }
}
