import { LAST_DAY, zones, type planning } from '@vypusk/contract'
import type { Plan } from '../../agreements/port.ts'
import { warningsOf } from '../../calendars/port.ts'
import { installationZone } from '../../../platform/clock.ts'
import type { Turn } from '../../../platform/runtime/turns.ts'
import { addDays, daysBetween, schedule, weekOf } from '../../../platform/working-days.ts'
import { neededOf, newlyOverloaded, NOBODY, shifted, thereIn, weekLoads } from '../rules.ts'
import {
  daysFor,
  jobOf,
  companiesReceiving,
  requestsTime,
  type PlannedFacts,
  type PlanningFacts,
  type TriedRelease,
} from './known.ts'

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

type Installation = PlanningFacts['installations'][number]

const markOf = ({ id, company, releaseDate, releaseTime, company_zone, by_rivc, by_client }: Installation) => ({
  agreement_id: id,
  ...company,
  releaseDate,
  releaseTime,
  company_zone,
  status: by_rivc ? (by_client ? (2 as const) : (1 as const)) : (0 as const),
})

const ownOf = ({ installations }: PlanningFacts, release_id: number) =>
  installations.filter((each) => each.release_id === release_id)

/** The release's own installations, as marks. */
export const installationsOf = (known: PlanningFacts, release_id: number) => ownOf(known, release_id).map(markOf)

/** By how many days a change moves the release's installations along with its plan date. */
const daysOf = ({ row, change }: TriedRelease) =>
  change?.shift_agreements ? daysBetween(row.plan_date, change.plan_date) : 0

/** The release's installations that are still ahead: of today and later, at companies that do not have it yet. */
const aheadOf = (known: PlanningFacts, release_id: number, today: string): Installation[] =>
  ownOf(known, release_id).filter(({ releaseDate, published }) => releaseDate >= today && !published)

/** The installations that a change moves. */
export const movingOf = (tried: TriedRelease, known: PlanningFacts, today: string): Installation[] =>
  daysOf(tried) === 0 ? [] : aheadOf(known, tried.row.id, today)

/** The first day on which an installation has not passed: a whole day is the company's own. */
const earliestOf = ({ releaseTime, company_zone }: Installation, now: number): string =>
  zones.wallAt((releaseTime === null ? company_zone : null) ?? installationZone(), now).day

/** An installation with the day it moves to. */
interface Moved extends ReturnType<typeof shifted> {
  installation: Installation
}

/**
 * Gives a release's moving installations their new days, and puts each into the plan; those that keep their day are
 * left out.
 */
export async function movedOf(
  tried: TriedRelease,
  installations: Installation[],
  known: PlannedFacts,
  { plan, turn }: { plan: Plan; turn: Turn },
): Promise<Moved[]> {
  const moved: Moved[] = []
  for (const each of installations) {
    await turn()
    const { releaseDate, releaseTime, company } = each
    const { now } = known
    const atTime = daysFor(known, tried.row, [company], { releaseTime, now })
    const onDay = daysFor(known, tried.row, [company], { now })
    const going = shifted(each, {
      days: daysOf(tried),
      earliest: earliestOf(each, now),
      // If the time fits on no day of the company, a free day is chosen anyway, and the warning reports the time.
      free: (from) => atTime.nearest(from) ?? onDay.nearest(from),
    })
    const company_day = addDays(each.company_day, daysBetween(releaseDate, going.to))
    plan.add({ ...each, namecomp: company.namecomp, releaseDate: going.to, company_day })
    if (going.to !== releaseDate) moved.push({ installation: each, ...going })
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

/** What moves, and the objections to the plan date and to the new days; each sentence once. */
async function objectionsOf(tried: TriedRelease, all: Moved[], known: PlannedFacts, turn: Turn) {
  const { row } = tried
  const { plan_date } = jobOf(tried)
  const sentences = new Set(daysFor(known, row, companiesReceiving(row)).obstacles(plan_date))
  const moved: planning.Effect['moved'] = []
  for (const { installation, ...going } of all) {
    await turn()
    const { company, releaseTime } = installation
    const against = daysFor(known, row, [company], { releaseTime, now: known.now, plan_date }).obstacles(going.to)
    for (const sentence of against) sentences.add(sentence)
    moved.push({ ...markOf(installation), ...going, is_against: against.length > 0 })
  }
  return { moved, warnings: [...sentences] }
}

/** The effects of one change apart from the dates (contract, `effect`). */
export async function effectOf(
  tried: TriedRelease,
  all: Moved[],
  known: PlannedFacts,
  { before, after, today, turn }: Weighing,
): Promise<planning.Effect> {
  const { row } = tried
  const job = jobOf(tried)
  const counted = schedule({ ...job, people: Math.max(1, job.users.length) }, known.calendar)
  const { moved, warnings } = await objectionsOf(tried, all, known, turn)
  const days = new Map(moved.map(({ agreement_id, to }) => [agreement_id, to]))
  const ahead = aheadOf(known, row.id, today).map((each) => {
    const releaseDate = days.get(each.id) ?? each.releaseDate
    const company_day = addDays(each.company_day, daysBetween(each.releaseDate, releaseDate))
    return { company_day, mark: { ...markOf(each), releaseDate } }
  })
  return {
    release_id: row.id,
    planned_requests_time: requestsTime(tried),
    not_free: tried.not_free,
    calculated_date: counted.ends ? counted.plan_date : null,
    calculated_warnings: warningsOf({ ...counted, start_date: job.start_date }, known.calendar),
    overloads: overloadsOf(tried, before, after),
    warnings,
    too_early: ahead.filter(({ company_day }) => company_day < job.plan_date).map(({ mark }) => mark),
    moved,
  }
}
