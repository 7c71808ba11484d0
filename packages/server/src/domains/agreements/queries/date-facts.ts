import { type calendar, type dates, type planning, type QueryOf, type ReplyOf, zoneWords } from '@vypusk/contract'
import type { Db, Deps, Person } from '../../../platform/call.ts'
import { installationZone, today } from '../../../platform/clock.ts'
import { refuse } from '../../../platform/refusal.ts'
import { oneOf } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { takingTurns } from '../../../platform/runtime/turns.ts'
import { addDays } from '../../../platform/working-days.ts'
import {
  closedFrom,
  lastSearched,
  nearest,
  objectionsTo,
  ownWall,
  placesOf,
  specialDays,
  unfilledIn,
} from '../../calendars/port.ts'
import type { Facts, Place, Wish } from '../../calendars/port.ts'
import { knowsRelease } from '../../access/port.ts'
import { releasesFor } from '../../releases/port.ts'
import { clashesAmong, clashesOfAll, clashInWords, type Planned } from '../rules/clashes.ts'
import { knownAgreement } from './agreements.ts'
import { plannedNear } from './planned.ts'

/** Collects the facts by which one rule judges the dates of a release (docs/decisions/0074). */

interface Period {
  release_id: number
  companies: number[]
  /** The first and the last of the days in question. */
  from: string
  to: string
  /** Where the nearest date is searched for, if it is: from that day on, as far as the search goes. */
  searched_from?: string
}

const modulesOf = statement((db, { ids }: { ids: number[] }) =>
  db
    .selectFrom('shared_release_modules as rm')
    .innerJoin('shared_modules as m', 'm.idmod', 'rm.idmod')
    .select(['rm.release_id', 'm.idmod', 'm.namemod'])
    .where('rm.release_id', '=', oneOf(ids))
    .orderBy('m.idmod'),
)

type Known = Pick<Deps, 'clock'> & { db: Db }

/** Returns closed days as the person may read them: only staff see why staff have closed a day. */
const readBy = ({ isRivc }: Person, { company, by_client, reason, ...days }: planning.Freeze) => ({
  ...days,
  idcomp: company?.idcomp ?? null,
  reason: isRivc || by_client ? reason : null,
})

/** Returns the last of the days in question, those of the search included. */
function lastOf({ to, searched_from }: Pick<Period, 'to' | 'searched_from'>, plan_date: string | null): string {
  const searched = searched_from === undefined ? to : lastSearched(searched_from, plan_date)
  return searched > to ? searched : to
}

/** The releases of the periods, as far as there are any: forty take as many statements as one. */
async function releasesIn(db: Db, person: Person, all: Period[]) {
  const ids = all.map(({ release_id }) => release_id)
  const [modules, releases] = await Promise.all([modulesOf.all(db, { ids }), releasesFor(db, ids)])
  const modulesBy = Map.groupBy(modules, ({ release_id }) => release_id)
  const known = new Map(releases.map((release) => [release.id, release]))
  return all.flatMap((period) => {
    const release = known.get(period.release_id)
    if (!release) return []
    // An agreement can be known of a release that is not: its plan is not told, not even as an objection.
    const plan_date = knowsRelease(person, release) ? release.plan_date : null
    const own = (modulesBy.get(release.id) ?? []).map(({ idmod, namemod }) => ({ idmod, namemod }))
    return [{ ...period, title: release.title, plan_date, modules: own, to: lastOf(period, plan_date) }]
  })
}

/** What is planned around some periods, where no date clashes with more than around its own. */
function aroundAll(db: Db, person: Person, all: Awaited<ReturnType<typeof releasesIn>>, from: string) {
  const modules = new Map(all.flatMap((each) => each.modules).map((module) => [module.idmod, module]))
  const to = all.reduce((last, each) => (each.to > last ? each.to : last), from)
  const companies = [...new Set(all.flatMap((each) => each.companies))]
  return plannedNear(db, person, { companies, modules: [...modules.values()], from, to })
}

/** Collects the facts for judging dates of releases at some of their companies; unknown releases are left out. */
async function dateFactsOfEach({ db, clock }: Known, person: Person, periods: Period[]) {
  const all = await releasesIn(db, person, periods)
  const [first] = all
  if (!first) return new Map<number, DateFacts>()
  const from = all.reduce((day, each) => (each.from < day ? each.from : day), first.from)
  const [places, closed, production, around] = await Promise.all([
    placesOf(db, [...new Set(all.flatMap(({ companies }) => companies))]),
    closedFrom(db, addDays(from, -1)),
    specialDays(db),
    aroundAll(db, person, all, from),
  ])
  const common = {
    zone: installationZone(),
    now: clock.now().getTime(),
    calendar: production,
    closed: closed.map((days) => readBy(person, days)),
  }
  const clashesOf = clashesAmong(around)
  return new Map(all.map((release) => [release.release_id, factsOfOne(release, places, common, clashesOf)]))
}

type Released = Awaited<ReturnType<typeof releasesIn>>[number]

/** What is judged alike for every release, seen from one of them. */
function factsOfOne(
  { release_id, title, companies, modules, plan_date }: Released,
  places: Place[],
  common: Omit<Facts, 'plan_date' | 'clashes'>,
  clashesOf: ReturnType<typeof clashesAmong>,
): DateFacts {
  const planned = ({ idcomp: company_id, namecomp }: Place, releaseDate: string, company_day: string): Planned => {
    return { release_id, title, company_id, namecomp, releaseDate, company_day, modules }
  }
  const facts: Facts = {
    ...common,
    plan_date,
    *clashes(place, day) {
      for (const clash of clashesOf(planned(place, day, day))) yield clashInWords(clash)
    },
  }
  const clashes = (of: Place[], wish: Wish) =>
    clashesOfAll(
      of.map((place) => planned(place, wish.releaseDate, ownWall(place, common.zone, wish).day)),
      clashesOf,
    )
  const own = new Set(companies)
  return { places: places.filter(({ idcomp }) => own.has(idcomp)), facts, clashes }
}

/** What dates of a release are judged by at some companies. */
interface DateFacts {
  places: Place[]
  facts: Facts
  clashes: (of: Place[], wish: Wish) => Iterable<calendar.Clash>
}

/** The same for one release; undefined for an unknown one. */
export const dateFacts = async (known: Known, person: Person, period: Period): Promise<DateFacts | undefined> =>
  (await dateFactsOfEach(known, person, [period])).get(period.release_id)

interface Dated {
  release_id: number
  company_id: number
  releaseDate: string | null
  releaseTime: string | null
}

/** The days and companies of some dates of one release. */
function periodOf(release_id: number, dated: Dated[]): Period | [] {
  const days = dated.flatMap(({ releaseDate }) => releaseDate ?? []).toSorted()
  const [from, to] = [days[0], days.at(-1)]
  if (from === undefined || to === undefined) return []
  return { release_id, companies: [...new Set(dated.map(({ company_id }) => company_id))], from, to }
}

/** Returns the objections to the dates of several agreements, in order; none for an agreement without a date. */
async function objectionsOfEach(known: Known, person: Person, all: Dated[]): Promise<dates.Objection[][]> {
  const byRelease = Map.groupBy(all, ({ release_id }) => release_id)
  const periods = [...byRelease].flatMap(([release_id, dated]) => periodOf(release_id, dated))
  const contexts = await dateFactsOfEach(known, person, periods)
  return all.map(({ release_id, company_id, releaseDate, releaseTime }) => {
    const context = contexts.get(release_id)
    if (!context || !releaseDate) return []
    const place = context.places.filter(({ idcomp }) => idcomp === company_id)
    return [...objectionsTo(place, { releaseDate, releaseTime }, context.facts)]
  })
}

/** Returns the objections to the date of one agreement. */
export const objectionsOf = async (known: Known, person: Person, dated: Dated): Promise<dates.Objection[]> =>
  (await objectionsOfEach(known, person, [dated]))[0] ?? []

/** The objections to a date, as a line for the history, and the reason for keeping it. */
export interface KeptAgainst {
  against_reason: string
  text: string
  note: string | undefined
}

/** The reason as the note of the objections alone: the other fields of the same change are read by clients too. */
export const againstNote = ({ note }: { note?: string | undefined }) => (note ? { notes: { against: note } } : {})

/** Returns the objections to several dates, each with its given reason, as lines for the history, in order. */
export async function keptAgainstEach(
  known: Known,
  person: Person,
  all: { dated: Dated; reason: string }[],
): Promise<KeptAgainst[]> {
  const objections = await objectionsOfEach(
    known,
    person,
    all.map(({ dated }) => dated),
  )
  return all.map(({ reason }, index) => {
    const reasons = (objections[index] ?? []).map(({ text }) => text).join('; ')
    if (reasons === '') return { against_reason: '', text: '', note: undefined }
    return { against_reason: reason, text: reasons, note: reason || 'причина не указана' }
  })
}

const NOTHING_AGAINST: KeptAgainst = { against_reason: '', text: '', note: undefined }

export const keptAgainst = async (known: Known, person: Person, dated: Dated, reason: string): Promise<KeptAgainst> =>
  (await keptAgainstEach(known, person, [{ dated, reason }]))[0] ?? NOTHING_AGAINST

/** Checks that the time occurs exactly once by the zone's clocks, and returns alternatives where it does not. */
export function oddOf(zone: string, day: string | undefined, time: string | null) {
  const wall = day && time ? { day, time } : null
  return { odd_time: wall && zoneWords.oddTime(zone, wall), odd_times: wall ? zoneWords.timesBeside(zone, wall) : [] }
}

interface FittingInput {
  release_id: number
  companies: number[]
  from?: string | undefined
  time?: string | undefined
  /** A day to be judged beside the search, which may lie outside it. */
  day?: string | undefined
}

const searchContext = async (
  known: Known,
  person: Person,
  { from = today(known.clock), time, day = from, ...input }: FittingInput,
) => ({
  context: await dateFacts(known, person, {
    ...input,
    from: day < from ? day : from,
    to: day > from ? day : from,
    searched_from: from,
  }),
  first: { from, ...(time === undefined ? {} : { time }) },
})

/** Returns which years nobody has filled, from the day where a search begins to the last of these days. */
const unfilledAmong = ({ calendar }: Facts, from: string, days: string[]): string[] =>
  days.length === 0
    ? []
    : unfilledIn(
        calendar,
        from,
        days.reduce((last, day) => (day > last ? day : last)),
      )

/** Returns the nearest dates that suit each of the companies, and those that suit all at once. @throws 404 */
export async function nearestOfRelease(
  known: Known,
  person: Person,
  input: FittingInput,
): Promise<ReplyOf<typeof dates.forRelease>> {
  const { context, first } = await searchContext(known, person, input)
  if (!context) throw refuse('not_found')
  const { places, facts } = context
  const turn = takingTurns()
  const each: ReplyOf<typeof dates.forRelease>['each'] = []
  for (const place of places) {
    const { idcomp, namecomp, zone } = place
    const company_zone = zone === facts.zone ? null : zone
    each.push({ company: { idcomp, namecomp }, company_zone, ...nearest([place], first, facts) })
    await turn()
  }
  const together = nearest(places, first, facts)
  const found = [...each, together].flatMap((one) => one.found?.releaseDate ?? [])
  return { zone: facts.zone, each, together, warnings: unfilledAmong(facts, first.from, found) }
}

/** Returns the nearest dates for one agreement, and the objections to the given day. @throws 404 */
export async function nearestOfAgreement(
  known: Known,
  person: Person,
  id: number,
  { day, ...input }: QueryOf<typeof dates.forAgreement>,
): Promise<ReplyOf<typeof dates.forAgreement>> {
  const agreement = await knownAgreement(known.db, person, id)
  if (!agreement) throw refuse('not_found')
  const { release_id, company_id } = agreement
  const { context, first } = await searchContext(known, person, { ...input, day, release_id, companies: [company_id] })
  if (!context) throw refuse('not_found')
  const { places, facts } = context
  const releaseTime = input.time ?? null
  const fitting = nearest(places, first, facts)
  return {
    ...fitting,
    warnings: unfilledAmong(facts, first.from, [fitting.found?.releaseDate ?? [], day ?? []].flat()),
    zone: facts.zone,
    company_zone: agreement.company_zone,
    objections: day === undefined ? [] : [...objectionsTo(places, { releaseDate: day, releaseTime }, facts)],
    ...oddOf(facts.zone, day, releaseTime),
  }
}
