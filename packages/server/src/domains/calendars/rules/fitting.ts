import { decodeName, zones, type companyCalendars, type dates } from '@vypusk/contract'
import { minutesOf, weekdayOf, type Calendar } from '../../../platform/working-days.ts'

/** Whether a moment fits a company, and when the next one does (docs/decisions/0074). */

type Span = companyCalendars.Span
type Objection = dates.Objection

/** A company as dates are weighed for it. */
export interface Place {
  idcomp: number
  namecomp: string
  zone: string
  /** Null: at any hour. */
  installing: readonly Span[] | null
}

const NO_COMPANY = 0
/** The provider's own days as a place: it works by its calendar, and nothing is installed there. */
export const providersPlace = (zone: string): Place => ({ idcomp: NO_COMPANY, namecomp: '', zone, installing: null })

/** Days that somebody has closed; the provider's own where `idcomp` is null, without a reason where it is not told. */
export interface Closed {
  idcomp: number | null
  date_from: string
  date_to: string
  reason: string | null
}

/** A date by the installation's clock; without a time it is the company's whole day. */
export interface Wish {
  releaseDate: string
  releaseTime: string | null
}

/** What dates are weighed against. */
export interface Facts {
  /** The installation's zone. */
  zone: string
  /** Milliseconds since 1970; null where dates that have passed are as good as others. */
  now: number | null
  calendar: Calendar
  closed: readonly Closed[]
  /** The release is not ready before it; null where it is about to be moved itself. */
  plan_date: string | null
  /** Sentences on other installations too close to the company's day. */
  clashes: (place: Place, day: string) => Iterable<string>
}

const dotted = (day: string) => day.split('-').toReversed().join('.')

/** The company's day, and its time of day where one is named. */
export function ownWall({ zone }: Pick<Place, 'zone'>, of: string, { releaseDate, releaseTime }: Wish) {
  if (releaseTime === null) return { day: releaseDate, time: null }
  return zones.wallIn(zone, of, { day: releaseDate, time: releaseTime })
}

/** The company's day; where it is another than the installation's, by whose clocks. */
const dayInWords = ({ zone }: Place, { releaseDate }: Wish, day: string) =>
  day === releaseDate ? dotted(day) : `${dotted(day)} (${zones.placeOf(zone)})`

export function spansOn({ installing }: Pick<Place, 'installing'>, day: string): readonly Span[] {
  if (installing === null) return []
  const own = weekdayOf(day)
  return installing.filter(({ weekday }) => weekday === own)
}

interface Reason extends Omit<Objection, 'text'> {
  /** Of the many that are weighed few are read. */
  say: () => string
}

const hoursInWords = (spans: readonly Span[]) => spans.map(({ from, to }) => `${from}–${to}`).join(', ')

export const isPast = (place: Place, { zone, now }: Facts, { releaseDate, releaseTime }: Wish) => {
  if (now === null) return false
  if (releaseTime === null) return releaseDate < zones.wallAt(place.zone, now).day
  return zones.momentOf(zone, { day: releaseDate, time: releaseTime }) < now
}

/** A Saturday in the company's own hours is no day off to it; a holiday of the calendar is one to everybody. */
function isDayOff(place: Place, day: string, calendar: Calendar): boolean {
  if (minutesOf(calendar, day) > 0) return false
  return calendar.has(day) || spansOn(place, day).length === 0
}

interface Own {
  day: string
  time: string | null
  words: () => string
}

export const isWithin = (spans: readonly Span[], time: string | null): boolean =>
  spans.some(({ from, to }) => time === null || (from <= time && time < to))

function* ofHours(place: Place, { day, time, words }: Own): Generator<Reason> {
  if (place.installing === null) return
  const spans = spansOn(place, day)
  if (isWithin(spans, time)) return
  const why = () =>
    spans.length === 0 ? 'в этот день недели не устанавливают' : `устанавливают ${hoursInWords(spans)}, а не в ${time}`
  const say = () => `${words()} у компании ${decodeName(place.namecomp)} ${why()}`
  yield { kind: 'hours', idcomp: place.idcomp, say }
}

type ByCompany = Map<number, readonly Closed[]>
const indexed = new WeakMap<readonly Closed[], ByCompany>()

/** Days that the provider or the company has closed: many dates are weighed against the same days. */
function closedFor({ idcomp }: Place, closed: readonly Closed[]): readonly Closed[] {
  const byCompany: ByCompany = indexed.get(closed) ?? new Map()
  indexed.set(closed, byCompany)
  const known = byCompany.get(idcomp)
  if (known) return known
  const providers = closed.filter((days) => days.idcomp === null)
  const own = [...providers, ...closed.filter((days) => days.idcomp === idcomp)]
  byCompany.set(idcomp, own)
  return own
}

const holds = ({ date_from, date_to }: Closed, day: string) => date_from <= day && day <= date_to

function* ofClosed(place: Place, { day, words }: Own, closed: readonly Closed[]): Generator<Reason> {
  for (const days of closedFor(place, closed)) {
    if (!holds(days, day)) continue
    const { idcomp, reason } = days
    const whose = idcomp === null ? 'поставщик' : decodeName(place.namecomp)
    yield { kind: 'closed', idcomp, say: () => `${words()} закрыто (${whose})${reason === null ? '' : `: ${reason}`}` }
  }
}

/** What speaks against a moment at one company, one after another, what costs most to know last. */
function* reasonsAt(place: Place, wish: Wish, facts: Facts): Generator<Reason> {
  const { idcomp } = place
  const wall = ownWall(place, facts.zone, wish)
  const { day } = wall
  const words = () => dayInWords(place, wish, day)
  const own = { ...wall, words }
  if (isPast(place, facts, wish)) yield { kind: 'past', idcomp: null, say: () => `${words()} уже прошло` }
  const { plan_date } = facts
  if (plan_date !== null && day < plan_date) {
    const say = () => `${words()} раньше плановой даты релиза, ${dotted(plan_date)}`
    yield { kind: 'plan', idcomp: null, say }
  }
  if (isDayOff(place, day, facts.calendar)) {
    yield { kind: 'day_off', idcomp: null, say: () => `${words()} – нерабочий день` }
  } else yield* ofHours(place, own)
  yield* ofClosed(place, own, facts.closed)
  if (idcomp === NO_COMPANY) return
  for (const text of facts.clashes(place, day)) yield { kind: 'clash', idcomp, say: () => text }
}

/** Whether nothing speaks against a company's whole day: what `reasonsAt` finds, without the hour and without words. */
export function isOpen(place: Place, day: string, { plan_date, calendar, closed, clashes }: Facts): boolean {
  if (plan_date !== null && day < plan_date) return false
  if (isDayOff(place, day, calendar) || closedFor(place, closed).some((days) => holds(days, day))) return false
  return place.idcomp === NO_COMPANY || clashes(place, day)[Symbol.iterator]().next().done === true
}

/** The same in sentences. */
export function* objectionsAt(place: Place, wish: Wish, facts: Facts): Generator<Objection> {
  for (const { kind, idcomp, say } of reasonsAt(place, wish, facts)) yield { kind, idcomp, text: say() }
}

/** A release without companies is weighed by the provider's own days. */
export const whereOf = (places: readonly Place[], { zone }: Facts): readonly Place[] =>
  places.length > 0 ? places : [providersPlace(zone)]

/** The first that speaks against it at any of them. */
export function reasonAgainst(places: readonly Place[], wish: Wish, facts: Facts): Reason | undefined {
  for (const place of whereOf(places, facts)) {
    const [reason] = reasonsAt(place, wish, facts)
    if (reason) return reason
  }
  return undefined
}

/** The same of several companies at once, each sentence once. */
export function* objectionsTo(places: readonly Place[], wish: Wish, facts: Facts): Generator<Objection> {
  const shown = new Set<string>()
  for (const place of whereOf(places, facts)) {
    for (const objection of objectionsAt(place, wish, facts)) {
      if (shown.has(objection.text)) continue
      shown.add(objection.text)
      yield objection
    }
  }
}
