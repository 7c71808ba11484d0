import { sql, type Expression, type SqlBool } from 'kysely'
import type { calendar, Ref, releases } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { inRussianOrder, oneOf } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { daysFromTo, minutesOf } from '../../../platform/working-days.ts'
import { specialDays, warningsOf } from '../../calendars/port.ts'
import { isPresent } from '../../catalog/port.ts'
import { calculate, withoutGone } from '../rules/calculation.ts'
import { idsOf } from './facts.ts'

interface Work {
  /** Minutes of each request, or of all together; null where nobody has estimated it. */
  times: (number | null)[]
  start_date: string
  /** In minutes. */
  planned_time: number
  /** The ids of the people. */
  users: number[]
  /** Those of them who have left, and do no more work. */
  gone: Ref[]
}

/**
 * Calculates how long the requests take by the production calendar, and who is busy elsewhere (product.md, "Calculation").
 * @param busyUntil finds the releases in progress that need the same people until a day; it may also return later ones
 */
export async function calculationOf(
  db: Db,
  input: Work,
  busyUntil: (day: string) => Busy[] | Promise<Busy[]>,
): Promise<releases.Calculation> {
  const { times, start_date, planned_time, users, gone } = input
  const calendar = await specialDays(db)
  const calculated = calculate(
    { requests: times, start_date, planned_time, users: users.length - gone.length },
    calendar,
  )
  const { plan_date } = calculated
  const inTheseDays = (await busyUntil(plan_date)).filter((one) => one.start_date <= plan_date)
  const warnings = [...withoutGone(gone), ...warningsOf(calculated, calendar)]
  return { ...calculated, warnings, busy: inTheseDays.map(shownBusy) }
}

const hasLeft = sql<SqlBool>`not ${isPresent(sql.ref('users.id'))}`

/** Those of these people who have left, by name. */
export const goneAmong = statement((db, { ids }: { ids: number[] }) =>
  db
    .selectFrom('shared_users as users')
    .select(['users.id', 'users.name'])
    .where('users.id', '=', oneOf(ids))
    .where(hasLeft)
    .orderBy(inRussianOrder('users.name'))
    .orderBy('users.id'),
)

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
  from: Expression<string>
  to: Expression<string>
}

/** Releases in progress that need the same people between two days. */
const takenBetween = (db: Db, { release_id, users, from, to }: People) =>
  db
    .selectFrom('release_users as named')
    .innerJoin('shared_users as users', 'users.id', 'named.user_id')
    .innerJoin('releases as other', 'other.id', 'named.release_id')
    .innerJoin('release_steps as step', 'step.id', 'other.step_id')
    .select(['users.id as user_id', 'users.name', 'other.id', 'other.title'])
    .select(['other.start_date', 'other.plan_date', 'other.planned_time'])
    .where('named.user_id', '=', sql<number>`any(${users})`)
    .where(isPresent(sql.ref('named.user_id')))
    .where('other.id', '<>', release_id)
    .where('other.deleted_at', 'is', null)
    .where('step.kind', 'in', ['planning', 'work'])
    .where('other.plan_date', '>=', from)
    .where('other.start_date', '<=', to)
    .orderBy(inRussianOrder('users.name'))
    .orderBy('other.plan_date')
    .orderBy('other.id')

type Busy = Awaited<ReturnType<ReturnType<typeof takenBetween>['execute']>>[number]

/** The working days that a release takes by its hours, if every day is an ordinary one. */
const daysOfWork = sql`ceil(greatest(
  releases.planned_time,
  (select coalesce(sum(r.planned_time), 0) from shared_requests as r where r.release_id = releases.id and r.deleted_at is null)
) / (480.0 * greatest(1, (
  select count(*) from release_users as ru where ru.release_id = releases.id and ${isPresent(sql.ref('ru.user_id'))}))))`

/**
 * A day on which the work of a release has certainly ended, because the calculated one is only known once its row was
 * read. Five days of seven are working days, except those with hours of their own, and a week that is not whole has two
 * fewer at most.
 */
const surelyOver = sql<string>`(releases.start_date + ceil(1.4 * (2 + ${daysOfWork} + (
  select count(*) from shared_calendar_days as special where special.day >= releases.start_date)))::int)`

/** The same for the people of a release and days that include its calculated ones, for `jsonArrayFrom`. */
export const busyOf = (db: Db) =>
  takenBetween(db, {
    release_id: sql.ref('releases.id'),
    users: idsOf('release_users', 'user_id'),
    from: sql.ref('releases.start_date'),
    to: surelyOver,
  })

const busy = statement(
  (db, { release_id, users, from, to }: { release_id: number; users: number[]; from: string; to: string }) =>
    takenBetween(db, {
      release_id: sql`${release_id}::int`,
      users: sql`${users}::int[]`,
      from: sql`${from}::date`,
      to: sql`${to}::date`,
    }),
)

/** The same for a release with other dates, or one that does not exist yet. @param to the last of its days */
export const busyWith = async (
  db: Db,
  release_id: number,
  { users, start_date }: Pick<Work, 'users' | 'start_date'>,
  to: string,
): Promise<Busy[]> => (users.length > 0 ? busy.all(db, { release_id, users, from: start_date, to }) : [])
