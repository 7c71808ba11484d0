import { isKnownDay, LAST_DAY, type planning } from '@vypusk/contract'
import { addDays, eachDay, weekOf, workingTime, type Calendar, type WorkingTime } from '../../platform/working-days.ts'

/** Work of a release under way. */
export interface Job {
  start_date: string
  plan_date: string
  /** Minutes, all people together: the larger of the planned time and the requests' own. */
  work: number
  /** Ids of the people, who share it evenly. */
  users: number[]
}

/** Whoever does the work of releases that name nobody. */
export const NOBODY = 0

interface Week {
  monday: string
  sunday: string
}

/** The part of a job that falls in each week; one without a working day is all in the week it begins in. */
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
 * What the jobs ask of each person in each week, in minutes not rounded: work is spread evenly over the
 * working time from start to plan date and evenly over the people (product.md, "/planning").
 * @param weeks Mondays
 * @returns by person; work that names nobody is NOBODY's
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

/** What one person works in each week, in minutes. */
export function thereIn(weeks: string[], calendar: Calendar): number[] {
  const worked = workingTime(calendar)
  return weeks.map((monday) => worked(monday, addDays(monday, 6)))
}

type WeekLoad = planning.PersonLoad['weeks'][number]

/** Needed against there, in whole minutes. */
export const weekLoads = (needed: number[] | undefined, there: number[]): WeekLoad[] =>
  there.map((minutes, index) => ({ needed: Math.round(needed?.[index] ?? 0), there: minutes }))

/** Indexes of the weeks in which more is asked than there is, and more than was. */
export const newlyOverloaded = (before: WeekLoad[], after: WeekLoad[]): number[] =>
  after.flatMap(({ needed, there }, index) => (needed > there && needed > (before[index]?.needed ?? 0) ? [index] : []))

/** How far a free day is looked for. */
const FURTHEST_DAYS = 730

/**
 * The nearest day from `from` that nothing speaks against.
 * @param against why not, one after another
 * @returns `day` null when there is none within two years; `passed` is why each day before would not do
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

interface Installation {
  releaseDate: string
  by_rivc: boolean
  by_client: boolean
}

/**
 * Where an installation goes when its release's plan date moves: by as many days, on to a free one.
 * @param free the nearest free day from a day; null when there is none
 */
export function shifted(
  { releaseDate, by_rivc, by_client }: Installation,
  days: number,
  free: (from: string) => string | null,
) {
  const moved = addDays(releaseDate, days)
  const wanted = isKnownDay(moved) ? moved : LAST_DAY
  const to = free(wanted) ?? wanted
  return { to, is_approval_lost: to !== releaseDate && (by_rivc || by_client) }
}
