import { decodeName, zones, type companyCalendars, type dates } from '@vypusk/contract'
import { addDays, eachDay, minutesOf, weekdayOf, type Calendar } from '../../../platform/working-days.ts'

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

const spansOn = ({ installing }: Pick<Place, 'installing'>, day: string): readonly Span[] =>
  (installing ?? []).filter(({ weekday }) => weekday === weekdayOf(day))

interface Reason extends Omit<Objection, 'text'> {
  /** Of the many that are weighed few are read. */
  say: () => string
}

const hoursInWords = (spans: readonly Span[]) => spans.map(({ from, to }) => `${from}–${to}`).join(', ')

const isPast = (place: Place, { zone, now }: Facts, { releaseDate, releaseTime }: Wish) => {
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

function* ofHours(place: Place, { day, time, words }: Own): Generator<Reason> {
  if (place.installing === null) return
  const spans = spansOn(place, day)
  if (spans.some(({ from, to }) => time === null || (from <= time && time < to))) return
  const why = () =>
    spans.length === 0 ? 'в этот день недели не устанавливают' : `устанавливают ${hoursInWords(spans)}, а не в ${time}`
  const say = () => `${words()} у компании ${decodeName(place.namecomp)} ${why()}`
  yield { kind: 'hours', idcomp: place.idcomp, say }
}

type ByCompany = Map<number | null, Closed[]>
const indexed = new WeakMap<readonly Closed[], ByCompany>()

/** Days that the provider or the company has closed: many dates are weighed against the same days. */
function closedFor({ idcomp }: Place, closed: readonly Closed[]): Closed[] {
  const known = indexed.get(closed)
  const byCompany = known ?? Map.groupBy(closed, (days) => days.idcomp)
  if (!known) indexed.set(closed, byCompany)
  return [...(byCompany.get(null) ?? []), ...(byCompany.get(idcomp) ?? [])]
}

function* ofClosed(place: Place, { day, words }: Own, closed: readonly Closed[]): Generator<Reason> {
  for (const { idcomp, date_from, date_to, reason } of closedFor(place, closed)) {
    if (day < date_from || date_to < day) continue
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

/** The same in sentences. */
export function* objectionsAt(place: Place, wish: Wish, facts: Facts): Generator<Objection> {
  for (const { kind, idcomp, say } of reasonsAt(place, wish, facts)) yield { kind, idcomp, text: say() }
}

/** A release without companies is weighed by the provider's own days. */
const whereOf = (places: readonly Place[], { zone }: Facts): readonly Place[] =>
  places.length > 0 ? places : [providersPlace(zone)]

/** The first that speaks against it at any of them. */
function reasonAgainst(places: readonly Place[], wish: Wish, facts: Facts): Reason | undefined {
  for (const place of whereOf(places, facts)) {
    const [reason] = reasonsAt(place, wish, facts)
    if (reason) return reason
  }
  return undefined
}

/** The same of several companies at once, each sentence once. */
export function* objectionsTo(places: readonly Place[], wish: Wish, facts: Facts): Generator<Objection> {
  const told = new Set<string>()
  for (const place of whereOf(places, facts)) {
    for (const objection of objectionsAt(place, wish, facts)) {
      if (told.has(objection.text)) continue
      told.add(objection.text)
      yield objection
    }
  }
}

/** How far a date is looked for: two years. */
const FURTHEST_DAYS = 730
/** Of so many days it is said why they will not do: who reads on has another question. */
export const MOST_REFUSED = 60

type Hours = Pick<Place, 'zone' | 'installing'>

/** The moments of a day that are worth weighing: the beginnings of the hours in which somebody installs. */
function beginningsOn(places: readonly Hours[], day: string, of: string): (string | null)[] {
  const walls = places.flatMap((place) => {
    // The company's day begins and ends up to a day apart from the installation's.
    const days = place.zone === of ? [day] : [addDays(day, -1), day, addDays(day, 1)]
    return days.flatMap((own) =>
      spansOn(place, own).map(({ from }) => zones.wallIn(of, place.zone, { day: own, time: from })),
    )
  })
  const times = new Set(walls.filter((wall) => wall.day === day).map(({ time }) => time))
  // A day without any is weighed as a whole, so that it is said why it will not do.
  return times.size > 0 ? [...times].toSorted() : [null]
}

/** The same for one day after another: weeks are alike while no zone changes its clocks. */
function beginningsOf(places: readonly Place[], of: string): (day: string) => (string | null)[] {
  if (places.every(({ installing }) => installing === null)) return () => [null]
  const alike = new Map(places.map((place) => [JSON.stringify([place.zone, place.installing]), place]))
  const all = [...alike.values()]
  const clocks = [...new Set([of, ...all.map(({ zone }) => zone)])]
  const known = new Map<string, (string | null)[]>()
  return (day) => {
    const [before, after] = [Date.parse(addDays(day, -2)), Date.parse(addDays(day, 2 + 1))]
    const offsets = clocks.map((zone) => `${zones.offsetAt(zone, before)} ${zones.offsetAt(zone, after)}`)
    const key = [weekdayOf(day), ...offsets].join(', ')
    const isSteady = clocks.every((zone) => zones.offsetAt(zone, before) === zones.offsetAt(zone, after))
    const found = (isSteady ? known.get(key) : undefined) ?? beginningsOn(all, day, of)
    known.set(key, found)
    return found
  }
}

export interface Nearest {
  /** Null: none within two years. */
  found: Wish | null
  /** Why each day before will not do, MOST_REFUSED at most. */
  refused: { day: string; reason: string }[]
}

/** The first day that can fit: the plan date may be years ahead, and by the company's clock begins the day before. */
const firstDay = (from: string, { plan_date }: Facts): string => {
  const planned = plan_date === null ? from : addDays(plan_date, -1)
  return planned > from ? planned : from
}

/**
 * The first moment from a day on that fits all of the companies, no sooner than the plan date.
 * @param time the time of day, or null for whole days; left out, any at which they install
 */
export function nearest(
  places: readonly Place[],
  { from, time }: { from: string; time?: string | null },
  facts: Facts,
): Nearest {
  const refused: Nearest['refused'] = []
  const beginnings = time === undefined ? beginningsOf(places, facts.zone) : () => [time]
  const first = firstDay(from, facts)
  for (const day of eachDay(first, addDays(first, FURTHEST_DAYS - 1))) {
    let why: Reason | undefined
    for (const releaseTime of beginnings(day)) {
      const wish = { releaseDate: day, releaseTime }
      const reason = reasonAgainst(places, wish, facts)
      if (!reason) return { found: wish, refused }
      why ??= reason
    }
    if (refused.length < MOST_REFUSED) refused.push({ day, reason: why?.say() ?? '' })
  }
  return { found: null, refused }
}
