import { isKnownDay, LAST_DAY, type planning } from '@vypusk/contract'
import { addDays, eachDay, weekOf, workingTime, type Calendar, type WorkingTime } from '../../platform/working-days.ts'

/** The work of a release in progress. */
export interface Job {
  start_date: string
  plan_date: string
  /** Minutes for all people together: the planned time or the sum of the requests, whichever is larger. */
  work: number
  /** The ids of the people, who share the work evenly. */
  users: number[]
}

/** Stands for the missing people of releases that name nobody. */
export const NOBODY = 0

interface Week {
  monday: string
  sunday: string
}

/** The part of a job that falls in each week. One without a working day belongs to the week it begins in. */
function sharesOf({ start_date, plan_date }: Job, weeks: Week[], worked: WorkingTime): number[] {
  const whole = worked(start_date, plan_date)
  if (whole === 0) return weeks.map(({ monday }) => (weekOf(start_date).from === monday ? 1 : 0))
  return weeks.map(({ monday, sunday }) => {
    const first = start_date > monday ? start_date : monday
    const last = plan_date < sunday ? plan_date : sunday
    return worked(first, last) / whole
  })
}

/**
 * The minutes, not rounded, that the jobs need from each person in each week. Work is spread evenly over the working
 * time from start to plan date and evenly over the people (product.md, "/planning").
 * @param weeks Mondays
 * @returns minutes by person; work without people is under NOBODY
 */
export function neededOf(jobs: Job[], weeks: string[], calendar: Calendar): Map<number, number[]> {
  const needed = new Map<number, number[]>()
  const worked = workingTime(calendar)
  const whole = weeks.map((monday) => ({ monday, sunday: addDays(monday, 6) }))
  for (const job of jobs) {
    const users = job.users.length > 0 ? job.users : [NOBODY]
    const parts = sharesOf(job, whole, worked).map((share) => (share * job.work) / users.length)
    for (const user of users) {
      const sums = needed.get(user)
      const together = parts.map((part, index) => part + (sums?.[index] ?? 0))
      needed.set(user, together)
    }
  }
  return needed
}

/** The minutes that one person works in each week. */
export function thereIn(weeks: string[], calendar: Calendar): number[] {
  const worked = workingTime(calendar)
  return weeks.map((monday) => worked(monday, addDays(monday, 6)))
}

type WeekLoad = planning.PersonLoad['weeks'][number]

/** Needed and available time, in whole minutes. */
export const weekLoads = (needed: number[] | undefined, there: number[]): WeekLoad[] =>
  there.map((minutes, index) => ({ needed: Math.round(needed?.[index] ?? 0), there: minutes }))

/** The indexes of the weeks in which more is needed than available, and more than before. */
export const newlyOverloaded = (before: WeekLoad[], after: WeekLoad[]): number[] =>
  after.flatMap(({ needed, there }, index) => (needed > there && needed > (before[index]?.needed ?? 0) ? [index] : []))

/** How many days ahead a free day is searched for. */
const FURTHEST_DAYS = 730

/**
 * The nearest day from `from` without objections.
 * @param against yields the objections to a day
 * @returns `day` is null if there is none within two years; `passed` has an objection to each day before
 */
export function freeDay(from: string, against: (day: string) => Iterable<string>) {
  const passed: { day: string; reason: string }[] = []
  for (const day of eachDay(from, addDays(from, FURTHEST_DAYS - 1))) {
    const [reason] = against(day)
    if (!reason) return { day, passed }
    passed.push({ day, reason })
  }
  return { day: null, passed }
}

/**
 * The nearest day from `from` that is free, searched for as far as `freeDay` does; null if there is none.
 * @param takenBy what keeps a day from being free: something of that day, or of its whole week, which is then passed at
 * once; null for a free day
 */
export function nearestDay(from: string, takenBy: (day: string) => 'day' | 'week' | null): string | null {
  let takenUntil = ''
  for (const day of eachDay(from, addDays(from, FURTHEST_DAYS - 1))) {
    if (day < takenUntil) continue
    const taken = takenBy(day)
    if (taken === null) return day
    if (taken === 'week') takenUntil = addDays(weekOf(day).from, 7)
  }
  return null
}

interface Installation {
  releaseDate: string
  by_rivc: boolean
  by_client: boolean
}

/** How an installation moves along with its release. */
interface Shift {
  /** By how many days. */
  days: number
  /** The first day that has not passed. */
  earliest: string
  /** The nearest free day from a day; null if there is none. */
  free: (from: string) => string | null
}

/**
 * The new date of an installation when its release's plan date moves: the same number of days later, but not in the
 * past, then on to a free day.
 */
export function shifted({ releaseDate, by_rivc, by_client }: Installation, { days, earliest, free }: Shift) {
  const moved = addDays(releaseDate, days)
  const wanted = moved < earliest ? earliest : isKnownDay(moved) ? moved : LAST_DAY
  const to = free(wanted) ?? wanted
  return { to, is_approval_lost: to !== releaseDate && (by_rivc || by_client) }
}
