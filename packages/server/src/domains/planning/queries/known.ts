import { LAST_DAY, type planning, type releases } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import type { Calendar } from '../../../platform/working-days.ts'
import { clashesAmong, clashesOfAll, plannedBetween, type Planned } from '../../agreements/port.ts'
import { closedFrom } from '../../calendars/port.ts'
import { calendarFrom, releasesInProgress } from '../../releases/port.ts'
import { clashInWords, freeDay, obstacles, type Job } from '../rules.ts'

type Installation = Awaited<ReturnType<typeof plannedBetween>>[number]

/** Everything planning weighs changes against, read once. */
export interface PlanningFacts {
  releases: releases.ReleaseRow[]
  calendar: Calendar
  freezes: planning.Freeze[]
  /** Agreements with a date, of companies that get something. */
  installations: Installation[]
  /** What one would clash with among them. */
  clashesOf: ReturnType<typeof clashesAmong>
}

/** @param from the first day asked about; a release begun before it is known from its beginning */
export async function knownOf(db: Db, person: Person, from: string): Promise<PlanningFacts> {
  const rows = await releasesInProgress(db, person)
  const earliest = rows.reduce((day, { start_date }) => (start_date < day ? start_date : day), from)
  const [calendar, freezes, installations] = await Promise.all([
    calendarFrom(db, earliest),
    closedFrom(db, earliest),
    plannedBetween(db, person, earliest, LAST_DAY),
  ])
  const going = installations.filter(({ not_publishing }) => !not_publishing)
  return { releases: rows, calendar, freezes, installations: going, clashesOf: clashesAmong(going) }
}

/** A release with what is tried for it. */
export interface TriedRelease {
  row: releases.ReleaseRow
  change?: planning.Replan | undefined
  /** Minutes of the requests that the change adds. */
  added: number
}

/** Minutes of the release's requests, those added among them. */
export const requestsTime = ({ row, added }: TriedRelease) => row.planned_requests_time + added

/** Both times have to fit, so the larger is the work (product.md, "Calculation"). */
export const jobOf = (tried: TriedRelease): Job => ({
  start_date: tried.change?.start_date ?? tried.row.start_date,
  plan_date: tried.change?.plan_date ?? tried.row.plan_date,
  work: Math.max(tried.row.planned_time, requestsTime(tried)),
  users: tried.row.users.map(({ id }) => id),
})

type Row = Pick<releases.ReleaseRow, 'id' | 'title' | 'modules' | 'companies'>
export type Company = Row['companies'][number]

/** Companies that get the release. */
export const publishedTo = ({ companies }: Row) => companies.filter(({ status }) => status !== -1)

/** Whether some companies of a release may install it on a day, and when they next may. */
export function daysFor(known: PlanningFacts, row: Row, companies: Pick<Company, 'idcomp' | 'namecomp'>[]) {
  const ids = companies.map(({ idcomp }) => idcomp)
  const at = (releaseDate: string): Planned[] =>
    companies.map(({ idcomp, namecomp }) => ({
      release_id: row.id,
      title: row.title,
      company_id: idcomp,
      namecomp,
      releaseDate,
      modules: row.modules,
    }))
  const weighed = {
    calendar: known.calendar,
    freezes: known.freezes.map(({ company, ...rest }) => ({
      ...rest,
      idcomp: company?.idcomp ?? null,
      namecomp: company?.namecomp ?? null,
    })),
    *clashes(day: string) {
      for (const clash of clashesOfAll(at(day), known.clashesOf)) yield clashInWords(clash)
    },
  }
  return {
    obstacles: (day: string) => obstacles(day, ids, weighed),
    free: (from: string) => freeDay(from, ids, weighed),
  }
}
