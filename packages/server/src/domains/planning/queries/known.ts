import { LAST_DAY, type planning, type releases } from '@vypusk/contract'
import type { Deps, Person } from '../../../platform/call.ts'
import { installationZone, momentOf } from '../../../platform/clock.ts'
import type { Calendar } from '../../../platform/working-days.ts'
import { clashInWords, plannedBetween, type Plan, type Planned } from '../../agreements/port.ts'
import {
  closedFrom,
  objectionsTo,
  placesOf,
  providersPlace,
  specialDays,
  type Facts,
  type Place,
} from '../../calendars/port.ts'
import { releasesInProgress } from '../../releases/port.ts'
import { freeDay, nearestDay, type Job } from '../rules.ts'

type Installation = Awaited<ReturnType<typeof plannedBetween>>[number]

/** Everything that planning weighs changes against, read once. */
export interface PlanningFacts {
  /** Milliseconds since 1970. */
  now: number
  releases: releases.ReleaseRow[]
  calendar: Calendar
  freezes: planning.Freeze[]
  /** The same days in the form that dates are checked against. */
  closed: Facts['closed']
  /** The companies of these releases by their ids. */
  places: ReadonlyMap<number, Place>
  /** The agreements with a date, of companies that get something. */
  installations: Installation[]
}

/** The facts with what an installation would clash with in a plan. */
export interface PlannedFacts extends PlanningFacts {
  clashesOf: Plan['clashesOf']
}

/**
 * Reads the facts for planning. @param from the first day of interest; a release that began before is read from its
 * beginning
 */
export async function knownOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  person: Person,
  from: string,
): Promise<PlanningFacts> {
  const rows = await releasesInProgress(db, person, momentOf(clock))
  const earliest = rows.reduce((day, { start_date }) => (start_date < day ? start_date : day), from)
  const ids = new Set(rows.flatMap(({ companies }) => companies.map(({ idcomp }) => idcomp)))
  const [calendar, freezes, installations, places] = await Promise.all([
    specialDays(db),
    closedFrom(db, earliest),
    plannedBetween(db, person, earliest, LAST_DAY),
    placesOf(db, [...ids]),
  ])
  const going = installations.filter(({ not_publishing, date_withdrawn }) => !not_publishing && !date_withdrawn)
  return {
    now: clock.now().getTime(),
    releases: rows,
    calendar,
    freezes,
    installations: going,
    closed: freezes.map(({ company, ...rest }) => ({ ...rest, idcomp: company?.idcomp ?? null })),
    places: new Map(places.map((place) => [place.idcomp, place])),
  }
}

/** A release with the change that is tried for it. */
export interface TriedRelease {
  row: releases.ReleaseRow
  change?: planning.Replan | undefined
  /** The minutes of the requests that the change adds. */
  added: number
  /** Its requests that cannot be added any more. */
  not_free: number[]
}

/** The minutes of the release's requests, added ones included. */
export const requestsTime = ({ row, added }: TriedRelease) => row.planned_requests_time + added

/** The work of a release: both times have to fit, so the larger one counts (product.md, "Calculation"). */
export const jobOf = (tried: TriedRelease): Job => ({
  start_date: tried.change?.start_date ?? tried.row.start_date,
  plan_date: tried.change?.plan_date ?? tried.row.plan_date,
  work: Math.max(tried.row.planned_time, requestsTime(tried)),
  users: tried.row.users.map(({ id }) => id),
})

type Row = Pick<releases.ReleaseRow, 'id' | 'title' | 'modules' | 'companies'>
export type Company = Row['companies'][number]

/** The companies that get the release. */
export const companiesReceiving = ({ companies }: Row) => companies.filter(({ status }) => status !== -1)

/** Whether the same module is installed in the same week: then no other day of that week is free, either. */
function hasModuleClash({ clashesOf }: PlannedFacts, one: Planned): boolean {
  for (const { kind } of clashesOf(one)) if (kind === 'module') return true
  return false
}

/**
 * What keeps a day from being free. Weeks are looked up first: in a full plan most are taken, and the rest costs more. A
 * Sunday night that is a company's Monday already is passed with its Sunday: a free day a few days later is as good.
 */
const takenBy = (isWeekTaken: (day: string) => boolean, against: (day: string) => Iterator<string>) => (day: string) =>
  isWeekTaken(day) ? 'week' : against(day).next().done === true ? null : 'day'

/** What an installation is judged by beside its day; a plan date, which may be tried in the past, only by its day. */
interface Strictness {
  /** By the installation's clock, to check the companies' hours as well; null checks the companies' whole day. */
  releaseTime?: string | null
  /** Null when dates in the past are acceptable. */
  now?: number | null
  /** The day before which the release is not ready; null when earlier dates are acceptable. */
  plan_date?: string | null
}

/** Finds whether some companies of a release may install it on a day, and when they next may. */
export function daysFor(
  known: PlannedFacts,
  row: Row,
  companies: Pick<Company, 'idcomp' | 'namecomp'>[],
  { releaseTime = null, now = null, plan_date = null }: Strictness = {},
) {
  const places = companies.flatMap(({ idcomp }) => known.places.get(idcomp) ?? [])
  const at = ({ idcomp, namecomp }: Place, day: string): Planned => ({
    release_id: row.id,
    title: row.title,
    company_id: idcomp,
    namecomp,
    modules: row.modules,
    releaseDate: day,
    company_day: day,
  })
  const facts: Facts = {
    zone: installationZone(),
    now,
    plan_date,
    calendar: known.calendar,
    closed: known.closed,
    *clashes(place, day) {
      for (const clash of known.clashesOf(at(place, day))) yield clashInWords(clash)
    },
  }
  function* against(day: string) {
    // The provider finishes the release on this day; companies may install it on another day.
    const all = [providersPlace(facts.zone), ...places]
    for (const { text } of objectionsTo(all, { releaseDate: day, releaseTime }, facts)) yield text
  }
  const isWeekTaken = (day: string) => places.some((place) => hasModuleClash(known, at(place, day)))
  return {
    obstacles: (day: string) => [...against(day)],
    free: (from: string) => freeDay(from, against),
    nearest: (from: string) => nearestDay(from, takenBy(isWeekTaken, against)),
  }
}
