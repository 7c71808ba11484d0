import { LAST_DAY, type planning } from '@vypusk/contract'
import { addDays, daysBetween, schedule, weekOf } from '../../../platform/working-days.ts'
import { neededOf, newlyOverloaded, NOBODY, shifted, thereIn, weekLoads } from '../rules.ts'
import { daysFor, jobOf, publishedTo, requestsTime, type Known, type Tried } from './known.ts'

/** Mondays of so many weeks, none of them after the last day the product knows. */
export const mondaysFrom = (from: string, count: number) =>
  Array.from({ length: count }, (_, index) => addDays(weekOf(from).from, 7 * index)).filter((day) => day <= LAST_DAY)

/** What everything asks of everybody; people by name, work of nobody last. */
export function loadOf(tried: Tried[], weeks: string[], { calendar }: Known): planning.Load {
  const needed = neededOf(tried.map(jobOf), weeks, calendar)
  const there = thereIn(weeks, calendar)
  const people = new Map(tried.flatMap(({ row }) => row.users.map((user) => [user.id, user] as const)))
  const named = [...people.values()]
    .toSorted((a, b) => a.name.localeCompare(b.name, 'ru') || a.id - b.id)
    .map((user) => ({ user, weeks: weekLoads(needed.get(user.id), there) }))
  const nobodys = needed.get(NOBODY)
  return { weeks, people: nobodys ? [...named, { user: null, weeks: weekLoads(nobodys, there) }] : named }
}

/** The release's own installations, as marks. */
export const installationsOf = ({ installations }: Known, release_id: number) =>
  installations
    .filter((each) => each.release_id === release_id)
    .map(({ id, company, releaseDate, by_rivc, by_client }) => ({
      agreement_id: id,
      ...company,
      releaseDate,
      by_rivc,
      by_client,
      status: by_rivc ? (by_client ? (2 as const) : (1 as const)) : (0 as const),
    }))

const mark = ({ agreement_id, idcomp, namecomp, releaseDate, status }: ReturnType<typeof installationsOf>[number]) => ({
  agreement_id,
  idcomp,
  namecomp,
  releaseDate,
  status,
})

/** Where the installations go that move along with the plan date. */
function movedOf({ row, change }: Tried, known: Known, today: string): planning.Effect['moved'] {
  const days = change ? daysBetween(row.plan_date, change.plan_date) : 0
  if (!change?.shift_agreements || days === 0) return []
  return installationsOf(known, row.id)
    .filter(({ releaseDate }) => releaseDate >= today)
    .map((each) => ({ ...mark(each), ...shifted(each, days, (from) => daysFor(known, row, [each]).free(from).day) }))
    .filter(({ to, releaseDate }) => to !== releaseDate)
}

/** Weeks of the release's people that the changes overload. */
function overloadsOf({ row }: Tried, before: planning.Load, after: planning.Load) {
  const weeksOf = (load: planning.Load, id: number) => load.people.find(({ user }) => user?.id === id)?.weeks ?? []
  return row.users.flatMap((user) =>
    newlyOverloaded(weeksOf(before, user.id), weeksOf(after, user.id)).flatMap((index) => {
      const [week, load] = [after.weeks[index], weeksOf(after, user.id)[index]]
      return week && load ? [{ user, week, ...load }] : []
    }),
  )
}

export interface Weighing {
  before: planning.Load
  after: planning.Load
  today: string
}

/** What one change does besides the dates (contract, `effect`). */
export function effectOf(tried: Tried, known: Known, { before, after, today }: Weighing): planning.Effect {
  const { row } = tried
  const job = jobOf(tried)
  const moved = movedOf(tried, known, today)
  const days = daysFor(known, row, publishedTo(row))
  const going = new Set(moved.map(({ agreement_id }) => agreement_id))
  const staying = installationsOf(known, row.id).filter(({ agreement_id }) => !going.has(agreement_id))
  return {
    release_id: row.id,
    planned_requests_time: requestsTime(tried),
    calculated_date: schedule({ ...job, people: Math.max(1, job.users.length) }, known.calendar).plan_date,
    overloads: overloadsOf(tried, before, after),
    warnings: [
      ...new Set([
        ...days.obstacles(job.plan_date),
        ...moved.flatMap((each) => daysFor(known, row, [each]).obstacles(each.to)),
      ]),
    ],
    too_early: staying.filter(({ releaseDate }) => releaseDate >= today && releaseDate < job.plan_date).map(mark),
    moved,
  }
}
