import { decodeName, zones, type companyCalendars, type dates } from '@vypusk/contract'
import { dayInWords } from '../../../platform/text/plain-text.ts'
import { minutesOf, weekdayOf, type Calendar } from '../../../platform/working-days.ts'

/** Decides whether a moment suits a company, and lists the objections to it (docs/decisions/0074). */

type Span = companyCalendars.Span
type Objection = dates.Objection

/** A company with the data by which dates are judged. */
export interface Place {
  idcomp: number
  namecomp: string
  zone: string
  /** Null when installations are possible at any hour. */
  installing: readonly Span[] | null
}

const NO_COMPANY = 0
/** Returns the provider's own days as a place: it works by its calendar, and nothing is installed there. */
export const providersPlace = (zone: string): Place => ({ idcomp: NO_COMPANY, namecomp: '', zone, installing: null })

/** Closed days. `idcomp` is null for the provider's own; the reason is null when the person may not read it. */
export interface Closed {
  idcomp: number | null
  date_from: string
  date_to: string
  reason: string | null
}

/** A date by the installation's clock; without a time it means the company's whole day. */
export interface Wish {
  releaseDate: string
  releaseTime: string | null
}

/** The facts by which dates are judged. */
export interface Facts {
  /** The installation's time zone. */
  zone: string
  /** Milliseconds since 1970; null when dates in the past are acceptable. */
  now: number | null
  calendar: Calendar
  closed: readonly Closed[]
  /** The day before which the release is not ready; null when that date is itself about to be moved. */
  plan_date: string | null
  /** Yields sentences about other installations too close to the company's day. */
  clashes: (place: Place, day: string) => Iterable<string>
}

/** Returns the wish by the company's clock; the time is null when none is given. */
export function ownWall({ zone }: Pick<Place, 'zone'>, of: string, { releaseDate, releaseTime }: Wish) {
  if (releaseTime === null) return { day: releaseDate, time: null }
  return zones.wallIn(zone, of, { day: releaseDate, time: releaseTime })
}

/**
 * Returns the company's day as text, with the place whose clock it is by when it differs from the installation's day.
 */
const ownDayInWords = ({ zone }: Place, { releaseDate }: Wish, day: string) =>
  day === releaseDate ? dayInWords(day) : `${dayInWords(day)} (${zones.placeOf(zone)})`

export function spansOn({ installing }: Pick<Place, 'installing'>, day: string): readonly Span[] {
  if (installing === null) return []
  const own = weekdayOf(day)
  return installing.filter(({ weekday }) => weekday === own)
}

interface Reason extends Omit<Objection, 'text'> {
  /** Called only when the text is needed: many dates are judged and few are shown. */
  say: () => string
}

const hoursInWords = (spans: readonly Span[]) => spans.map(({ from, to }) => `${from}–${to}`).join(', ')

/** When a date has passed, as `passesAt` computes it in SQL. */
export const isPast = (
  place: Pick<Place, 'zone'>,
  { zone, now }: Pick<Facts, 'zone' | 'now'>,
  { releaseDate, releaseTime }: Wish,
): boolean => {
  if (now === null) return false
  if (releaseTime === null) return releaseDate < zones.wallAt(place.zone, now).day
  return zones.momentOf(zone, { day: releaseDate, time: releaseTime }) <= now
}

/**
 * A Saturday within the company's own hours is not a day off for it; a holiday of the calendar is one for everybody.
 */
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

/**
 * Returns the days closed by the provider or the company. Cached, because many dates are judged against the same days.
 */
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

/** Yields the objections to a moment at one company, the most expensive ones last. */
function* reasonsAt(place: Place, wish: Wish, facts: Facts): Generator<Reason> {
  const { idcomp } = place
  const wall = ownWall(place, facts.zone, wish)
  const { day } = wall
  const words = () => ownDayInWords(place, wish, day)
  const own = { ...wall, words }
  if (isPast(place, facts, wish)) yield { kind: 'past', idcomp: null, say: () => `${words()} уже прошло` }
  const { plan_date } = facts
  if (plan_date !== null && day < plan_date) {
    const say = () => `${words()} раньше плановой даты релиза, ${dayInWords(plan_date)}`
    yield { kind: 'plan', idcomp: null, say }
  }
  if (isDayOff(place, day, facts.calendar)) {
    yield { kind: 'day_off', idcomp: null, say: () => `${words()} – нерабочий день` }
  } else yield* ofHours(place, own)
  yield* ofClosed(place, own, facts.closed)
  if (idcomp === NO_COMPANY) return
  for (const text of facts.clashes(place, day)) yield { kind: 'clash', idcomp, say: () => text }
}

/**
 * Checks that there is no objection to a company's whole day: the same as `reasonsAt`, but without the hour and the
 * texts.
 */
export function isOpen(place: Place, day: string, { plan_date, calendar, closed, clashes }: Facts): boolean {
  if (plan_date !== null && day < plan_date) return false
  if (isDayOff(place, day, calendar) || closedFor(place, closed).some((days) => holds(days, day))) return false
  return place.idcomp === NO_COMPANY || clashes(place, day)[Symbol.iterator]().next().done === true
}

/** Yields the objections of `reasonsAt` as sentences. */
export function* objectionsAt(place: Place, wish: Wish, facts: Facts): Generator<Objection> {
  for (const { kind, idcomp, say } of reasonsAt(place, wish, facts)) yield { kind, idcomp, text: say() }
}

/** Returns the places to check; a release without companies is judged by the provider's own days. */
export const whereOf = (places: readonly Place[], { zone }: Facts): readonly Place[] =>
  places.length > 0 ? places : [providersPlace(zone)]

/** Returns the first objection at any of the places. */
export function reasonAgainst(places: readonly Place[], wish: Wish, facts: Facts): Reason | undefined {
  for (const place of whereOf(places, facts)) {
    const [reason] = reasonsAt(place, wish, facts)
    if (reason) return reason
  }
  return undefined
}

/** Yields the objections for several companies at once, each sentence once. */
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
