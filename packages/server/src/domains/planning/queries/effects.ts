import { LAST_DAY, type planning } from '@vypusk/contract'
import type { Turn } from '../../../platform/turns.ts'
import { addDays, daysBetween, schedule, weekOf } from '../../../platform/working-days.ts'
import { neededOf, newlyOverloaded, NOBODY, shifted, thereIn, weekLoads } from '../rules.ts'
import { daysFor, jobOf, companiesReceiving, requestsTime, type PlanningFacts, type TriedRelease } from './known.ts'

/** The Mondays of this many weeks, up to the last day the product supports. */
export const mondaysFrom = (from: string, count: number) =>
  Array.from({ length: count }, (_, index) => addDays(weekOf(from).from, 7 * index)).filter((day) => day <= LAST_DAY)

/** The load of everybody by week; people are ordered by name, work without people comes last. */
export function loadOf(tried: TriedRelease[], weeks: string[], { calendar }: PlanningFacts): planning.Load {
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
export const installationsOf = ({ installations }: PlanningFacts, release_id: number) =>
  installations
    .filter((each) => each.release_id === release_id)
    .map(({ id, company, releaseDate, releaseTime, company_zone, by_rivc, by_client }) => ({
      agreement_id: id,
      ...company,
      releaseDate,
      releaseTime,
      company_zone,
      by_rivc,
      by_client,
      status: by_rivc ? (by_client ? (2 as const) : (1 as const)) : (0 as const),
    }))

const mark = ({ by_rivc: _, by_client: __, ...rest }: ReturnType<typeof installationsOf>[number]) => rest

/** The installations that move along with the plan date, with their new dates. */
async function movedOf({ row, change }: TriedRelease, known: PlanningFacts, { today, turn }: Weighing) {
  const moved: planning.Effect['moved'] = []
  const days = change ? daysBetween(row.plan_date, change.plan_date) : 0
  if (!change?.shift_agreements || days === 0) return moved
  for (const each of installationsOf(known, row.id)) {
    await turn()
    if (each.releaseDate < today) continue
    const [atTime, onDay] = [daysFor(known, row, [each], each.releaseTime ?? null), daysFor(known, row, [each])]
    // If the time fits on no day of the company, a free day is chosen anyway, and the warning reports the time.
    const going = shifted(each, days, (from) => atTime.free(from).day ?? onDay.free(from).day)
    if (going.to === each.releaseDate) continue
    moved.push({ ...mark(each), ...going, is_against: atTime.obstacles(going.to).length > 0 })
  }
  return moved
}

/** The weeks of the release's people that the changes overload. */
function overloadsOf({ row }: TriedRelease, before: planning.Load, after: planning.Load) {
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
  /** Awaited between steps: the biggest plans take seconds. */
  turn: Turn
}

/** The objections to the plan date and to the new days of installations; each sentence once. */
async function warningsOf(
  { row, change }: TriedRelease,
  moved: planning.Effect['moved'],
  known: PlanningFacts,
  turn: Turn,
) {
  const all = new Set(daysFor(known, row, companiesReceiving(row)).obstacles(change?.plan_date ?? row.plan_date))
  for (const each of moved) {
    await turn()
    if (!each.is_against) continue
    for (const sentence of daysFor(known, row, [each], each.releaseTime).obstacles(each.to)) all.add(sentence)
  }
  return [...all]
}

/** The effects of one change apart from the dates (contract, `effect`). */
export async function effectOf(
  tried: TriedRelease,
  known: PlanningFacts,
  weighing: Weighing,
): Promise<planning.Effect> {
  const { before, after, today } = weighing
  const { row } = tried
  const job = jobOf(tried)
  const moved = await movedOf(tried, known, weighing)
  const going = new Set(moved.map(({ agreement_id }) => agreement_id))
  const staying = installationsOf(known, row.id).filter(({ agreement_id }) => !going.has(agreement_id))
  return {
    release_id: row.id,
    planned_requests_time: requestsTime(tried),
    calculated_date: schedule({ ...job, people: Math.max(1, job.users.length) }, known.calendar).plan_date,
    overloads: overloadsOf(tried, before, after),
    warnings: await warningsOf(tried, moved, known, weighing.turn),
    too_early: staying.filter(({ releaseDate }) => releaseDate >= today && releaseDate < job.plan_date).map(mark),
    moved,
  }
}
