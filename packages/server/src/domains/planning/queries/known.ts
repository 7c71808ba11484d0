import { LAST_DAY, type planning, type releases } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { installationZone } from '../../../platform/clock.ts'
import type { Calendar } from '../../../platform/working-days.ts'
import { clashesAmong, clashInWords, plannedBetween, type Planned } from '../../agreements/port.ts'
import { closedFrom, objectionsTo, placesOf, providersPlace, type Facts, type Place } from '../../calendars/port.ts'
import { calendarFrom, releasesInProgress } from '../../releases/port.ts'
import { freeDay, type Job } from '../rules.ts'

type Installation = Awaited<ReturnType<typeof plannedBetween>>[number]

/** Everything planning weighs changes against, read once. */
export interface PlanningFacts {
  releases: releases.ReleaseRow[]
  calendar: Calendar
  freezes: planning.Freeze[]
  /** The same as dates are weighed against them. */
  closed: Facts['closed']
  /** The companies of these releases by their ids. */
  places: ReadonlyMap<number, Place>
  /** Agreements with a date, of companies that get something. */
  installations: Installation[]
  /** What one would clash with among them. */
  clashesOf: ReturnType<typeof clashesAmong>
}

/** @param from the first day asked about; a release begun before it is known from its beginning */
export async function knownOf(db: Db, person: Person, from: string): Promise<PlanningFacts> {
  const rows = await releasesInProgress(db, person)
  const earliest = rows.reduce((day, { start_date }) => (start_date < day ? start_date : day), from)
  const ids = new Set(rows.flatMap(({ companies }) => companies.map(({ idcomp }) => idcomp)))
  const [calendar, freezes, installations, places] = await Promise.all([
    calendarFrom(db, earliest),
    closedFrom(db, earliest),
    plannedBetween(db, person, earliest, LAST_DAY),
    placesOf(db, [...ids]),
  ])
  const going = installations.filter(({ not_publishing }) => !not_publishing)
  return {
    releases: rows,
    calendar,
    freezes,
    installations: going,
    clashesOf: clashesAmong(going),
    closed: freezes.map(({ company, ...rest }) => ({ ...rest, idcomp: company?.idcomp ?? null })),
    places: new Map(places.map((place) => [place.idcomp, place])),
  }
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

/**
 * Whether some companies of a release may install it on a day, and when they next may.
 * @param releaseTime by the installation's clock: then the companies' hours are looked at too; null: the companies' whole day
 */
export function daysFor(
  known: PlanningFacts,
  row: Row,
  companies: Pick<Company, 'idcomp' | 'namecomp'>[],
  releaseTime: string | null = null,
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
    // The plan is what is moved here, and what has passed is looked at as well.
    now: null,
    plan_date: null,
    calendar: known.calendar,
    closed: known.closed,
    *clashes(place, day) {
      for (const clash of known.clashesOf(at(place, day))) yield clashInWords(clash)
    },
  }
  function* against(day: string) {
    // The release is made ready on it, by the provider; companies may install on another day of theirs.
    const all = [providersPlace(facts.zone), ...places]
    for (const { text } of objectionsTo(all, { releaseDate: day, releaseTime }, facts)) yield text
  }
  return {
    obstacles: (day: string) => [...against(day)],
    free: (from: string) => freeDay(from, against),
  }
}
