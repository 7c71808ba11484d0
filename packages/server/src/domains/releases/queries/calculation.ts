import { sql, type Expression } from 'kysely'
import type { calendar, releases } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { inRussianOrder, oneOf } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { daysFromTo, minutesOf, type Calendar } from '../../../platform/working-days.ts'
import { specialDays } from '../../calendars/port.ts'
import { calculate } from '../rules/calculation.ts'
import { idsOf } from './facts.ts'

interface Work {
  /** Minutes of each request, or of all together; null where nobody has estimated it. */
  times: (number | null)[]
  start_date: string
  /** In minutes. */
  planned_time: number
  /** The ids of the people. */
  users: number[]
}

/**
 * Calculates how long the requests take by the production calendar, and who is busy elsewhere (product.md, "Calculation").
 * @param busy releases in progress that need the same people from the first day on
 */
export async function calculationOf(db: Db, input: Work, busy: Busy[]): Promise<releases.Calculation> {
  const { times, start_date, planned_time, users } = input
  const calendar = await calendarFrom(db, start_date)
  const calculated = calculate({ requests: times, start_date, planned_time, users: users.length }, calendar)
  const inTheseDays = busy.filter((one) => one.start_date <= calculated.plan_date)
  return { ...calculated, busy: inTheseDays.map(shownBusy) }
}

/** Returns the production calendar's special days from a given day on. */
export async function calendarFrom(db: Db, start_date: string): Promise<Calendar> {
  return new Map([...(await specialDays(db))].filter(([day]) => day >= start_date))
}

const specialBetween = statement((db, { from, to }: { from: string; to: string }) =>
  db.selectFrom('shared_calendar_days as calendar_days').selectAll().where('day', '>=', from).where('day', '<=', to),
)

/** Returns every day of a period by the production calendar, ordinary days included. */
export async function productionDays(db: Db, from: string, to: string): Promise<calendar.CalendarDay[]> {
  const special = await specialBetween.all(db, { from, to })
  const minutes = new Map(special.map((one) => [one.day, one.minutes]))
  const names = new Map(special.map(({ day, name }) => [day, name]))
  return daysFromTo(from, to).map((day) => ({ day, minutes: minutesOf(minutes, day), name: names.get(day) ?? '' }))
}

const times = statement((db, { ids }: { ids: number[] }) =>
  db
    .selectFrom('shared_requests as requests')
    .select('planned_time')
    .where('id', '=', oneOf(ids))
    .where('deleted_at', 'is', null),
)

/** The time that each request needs, in minutes; null if not estimated. */
export const plannedTimes = async (db: Db, ids: number[]): Promise<(number | null)[]> =>
  (await times.all(db, { ids })).map(({ planned_time }) => planned_time)

const shownBusy = ({ user_id, name, id, title, ...planned }: Busy): releases.Calculation['busy'][number] => ({
  user: { id: user_id, name },
  release: { id, title },
  ...planned,
})

interface People {
  /** 0 for a release that does not exist yet. */
  release_id: Expression<number>
  users: Expression<readonly number[]>
  start_date: Expression<string>
}

/** Releases in progress that need the same people from a given day on. */
const takenFrom = (db: Db, { release_id, users, start_date }: People) =>
  db
    .selectFrom('release_users as named')
    .innerJoin('shared_users as users', 'users.id', 'named.user_id')
    .innerJoin('releases as other', 'other.id', 'named.release_id')
    .innerJoin('release_steps as step', 'step.id', 'other.step_id')
    .select(['users.id as user_id', 'users.name', 'other.id', 'other.title'])
    .select(['other.start_date', 'other.plan_date', 'other.planned_time'])
    .where('named.user_id', '=', sql<number>`any(${users})`)
    .where('other.id', '<>', release_id)
    .where('other.deleted_at', 'is', null)
    .where('step.kind', 'in', ['planning', 'work'])
    .where('other.plan_date', '>=', start_date)
    .orderBy(inRussianOrder('users.name'))
    .orderBy('other.plan_date')
    .orderBy('other.id')

type Busy = Awaited<ReturnType<ReturnType<typeof takenFrom>['execute']>>[number]

/** The same for the people and days of a release, for `jsonArrayFrom`. */
export const busyOf = (db: Db) =>
  takenFrom(db, {
    release_id: sql.ref('releases.id'),
    users: idsOf('release_users', 'user_id'),
    start_date: sql.ref('releases.start_date'),
  })

const busy = statement(
  (db, { release_id, users, start_date }: { release_id: number; users: number[]; start_date: string }) =>
    takenFrom(db, {
      release_id: sql`${release_id}::int`,
      users: sql`${users}::int[]`,
      start_date: sql`${start_date}::date`,
    }),
)

/** The same for a release with other dates, or one that does not exist yet. */
export const busyWith = async (db: Db, release_id: number, { users, start_date }: Work): Promise<Busy[]> =>
  users.length > 0 ? busy.all(db, { release_id, users, start_date }) : []
