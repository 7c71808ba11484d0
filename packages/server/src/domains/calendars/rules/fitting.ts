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

const spansOn = ({ installing }: Place, day: string): readonly Span[] =>
  (installing ?? []).filter(({ weekday }) => weekday === weekdayOf(day))

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
  words: string
}

function* ofHours(place: Place, { day, time, words }: Own): Generator<Objection> {
  if (place.installing === null) return
  const spans = spansOn(place, day)
  if (spans.some(({ from, to }) => time === null || (from <= time && time < to))) return
  const why =
    spans.length === 0 ? 'в этот день недели не устанавливают' : `устанавливают ${hoursInWords(spans)}, а не в ${time}`
  yield { kind: 'hours', idcomp: place.idcomp, text: `${words} у компании ${decodeName(place.namecomp)} ${why}` }
}

function* ofClosed({ idcomp, namecomp }: Place, { day, words }: Own, closed: readonly Closed[]): Generator<Objection> {
  for (const days of closed) {
    if (day < days.date_from || days.date_to < day || (days.idcomp !== null && days.idcomp !== idcomp)) continue
    const whose = days.idcomp === null ? 'поставщик' : decodeName(namecomp)
    const why = days.reason === null ? '' : `: ${days.reason}`
    yield { kind: 'closed', idcomp: days.idcomp, text: `${words} закрыто (${whose})${why}` }
  }
}

/** What speaks against a moment at one company, one after another, what costs most to know last. */
export function* objectionsAt(place: Place, wish: Wish, facts: Facts): Generator<Objection> {
  const { idcomp } = place
  const wall = ownWall(place, facts.zone, wish)
  const { day } = wall
  const own = { ...wall, words: dayInWords(place, wish, day) }
  const { words } = own
  if (isPast(place, facts, wish)) yield { kind: 'past', idcomp: null, text: `${words} уже прошло` }
  if (facts.plan_date !== null && day < facts.plan_date) {
    yield { kind: 'plan', idcomp: null, text: `${words} раньше плановой даты релиза, ${dotted(facts.plan_date)}` }
  }
  if (isDayOff(place, day, facts.calendar)) yield { kind: 'day_off', idcomp: null, text: `${words} – выходной день` }
  else yield* ofHours(place, own)
  yield* ofClosed(place, own, facts.closed)
  for (const text of facts.clashes(place, day)) yield { kind: 'clash', idcomp, text }
}

/** The same of several companies at once, each sentence once. */
export function* objectionsTo(places: readonly Place[], wish: Wish, facts: Facts): Generator<Objection> {
  const told = new Set<string>()
  for (const place of places) {
    for (const objection of objectionsAt(place, wish, facts)) {
      if (told.has(objection.text)) continue
      told.add(objection.text)
      yield objection
    }
  }
}

/** How far a date is looked for: two years. */
const FURTHEST_DAYS = 730

/** The moments of a day that are worth weighing: the beginnings of the hours in which somebody installs. */
function beginnings(places: readonly Place[], day: string, of: string): (string | null)[] {
  if (places.every(({ installing }) => installing === null)) return [null]
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

export interface Nearest {
  /** Null: none within two years. */
  found: Wish | null
  /** Why each day before will not do. */
  refused: { day: string; reason: string }[]
}

/**
 * The first moment from a day on that fits all of the companies.
 * @param time the time of day, or null for whole days; left out, any at which they install
 */
export function nearest(
  places: readonly Place[],
  { from, time }: { from: string; time?: string | null },
  facts: Facts,
): Nearest {
  const refused: Nearest['refused'] = []
  for (const day of eachDay(from, addDays(from, FURTHEST_DAYS - 1))) {
    let why: string | undefined
    for (const releaseTime of time === undefined ? beginnings(places, day, facts.zone) : [time]) {
      const wish = { releaseDate: day, releaseTime }
      const [objection] = objectionsTo(places, wish, facts)
      if (!objection) return { found: wish, refused }
      why ??= objection.text
    }
    refused.push({ day, reason: why ?? '' })
  }
  return { found: null, refused }
}
