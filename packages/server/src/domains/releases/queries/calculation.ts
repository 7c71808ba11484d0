import { sql } from 'kysely'
import type { calendar, releases } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { rememberedWhole } from '../../../platform/memory.ts'
import { inRussianOrder } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { daysFromTo, minutesOf, type Calendar } from '../../../platform/working-days.ts'
import { calculate } from '../rules/calculation.ts'

interface CalculationInput {
  /** 0 for a release that is not created yet. */
  release_id: number
  /** The minutes of each request, or of all together; null if not estimated. */
  times: (number | null)[]
  start_date: string
  /** In minutes. */
  planned_time: number
  /** The ids of the people. */
  users: number[]
}

/**
 * The time that the requests need by the production calendar, and the people who are busy elsewhere (product.md,
 * "Calculation").
 */
export async function calculationOf(db: Db, input: CalculationInput): Promise<releases.Calculation> {
  const { times, start_date, planned_time, users } = input
  const calendar = await calendarFrom(db, start_date)
  const calculated = calculate({ requests: times, start_date, planned_time, users: users.length }, calendar)
  return { ...calculated, busy: await busyWith(db, input, calculated.plan_date) }
}

const specialDays = rememberedWhole(['calendar_days'], (db) =>
  db.selectFrom('shared_calendar_days as calendar_days').select(['day', 'minutes']).execute(),
)

/** The days that differ from the ordinary week, from a day on. */
export async function calendarFrom(db: Db, start_date: string): Promise<Calendar> {
  const days = await specialDays(db)
  return new Map(days.filter(({ day }) => day >= start_date).map(({ day, minutes }) => [day, minutes]))
}

/** Every day of a period by the production calendar, ordinary days included. */
export async function productionDays(db: Db, from: string, to: string): Promise<calendar.CalendarDay[]> {
  const special = await db
    .selectFrom('shared_calendar_days as calendar_days')
    .selectAll()
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute()
  const minutes = new Map(special.map((one) => [one.day, one.minutes]))
  const names = new Map(special.map(({ day, name }) => [day, name]))
  return daysFromTo(from, to).map((day) => ({ day, minutes: minutesOf(minutes, day), name: names.get(day) ?? '' }))
}

const times = statement((db, { ids }: { ids: number[] }) =>
  db
    .selectFrom('shared_requests as requests')
    .select('planned_time')
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .where('deleted_at', 'is', null),
)

/** The time that each request needs, in minutes; null if not estimated. */
export const plannedTimes = async (db: Db, ids: number[]): Promise<(number | null)[]> =>
  (await times.all(db, { ids })).map(({ planned_time }) => planned_time)

/** The releases in progress that need the same people on the same days. */
async function busyWith(db: Db, { release_id, start_date, users }: CalculationInput, plan_date: string) {
  const rows = users.length > 0 ? await busy.all(db, { release_id, start_date, users, plan_date }) : []
  return rows.map(({ user_id, name, id, title, ...planned }) => ({
    user: { id: user_id, name },
    release: { id, title },
    ...planned,
  }))
}

const busy = statement(
  (
    db,
    {
      release_id,
      start_date,
      users,
      plan_date,
    }: Pick<CalculationInput, 'release_id' | 'start_date' | 'users'> & { plan_date: string },
  ) =>
    db
      .selectFrom('release_users as named')
      .innerJoin('shared_users as users', 'users.id', 'named.user_id')
      .innerJoin('releases', 'releases.id', 'named.release_id')
      .innerJoin('release_steps as step', 'step.id', 'releases.step_id')
      .select(['users.id as user_id', 'users.name', 'releases.id', 'title', 'start_date', 'plan_date', 'planned_time'])
      .where('named.user_id', '=', sql<number>`any(${users}::int[])`)
      .where('releases.id', '<>', release_id)
      .where('releases.deleted_at', 'is', null)
      .where('step.kind', 'in', ['planning', 'work'])
      .where('start_date', '<=', plan_date)
      .where('plan_date', '>=', start_date)
      .orderBy(inRussianOrder('users.name'))
      .orderBy('plan_date')
      .orderBy('releases.id'),
)
