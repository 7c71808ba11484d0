import { zones } from '@vypusk/contract'
import { addDays, eachDay, weekdayOf } from '../../../platform/working-days.ts'
import { around, clockIn } from './clocks.ts'
import {
  isOpen,
  isPast,
  isWithin,
  reasonAgainst,
  spansOn,
  whereOf,
  type Facts,
  type Place,
  type Wish,
} from './date-objections.ts'

/** Finds the next moment that suits a company, or several at once (docs/decisions/0074). */

/** How far ahead a date is searched for: two years. */
const FURTHEST_DAYS = 730
/** The greatest number of rejected days that are reported with a reason; nobody reads further. */
export const MOST_REFUSED = 60

type Hours = Pick<Place, 'zone' | 'installing'>

/** Returns the times of a day that are worth checking: the starts of the hours in which the companies install. */
function beginningsOn(places: readonly Hours[], day: string, of: string): (string | null)[] {
  const walls = places.flatMap((place) => {
    // The company's day may begin and end up to a day apart from the installation's.
    const days = place.zone === of ? [day] : [addDays(day, -1), day, addDays(day, 1)]
    return days.flatMap((own) =>
      spansOn(place, own).map(({ from }) => zones.wallIn(of, place.zone, { day: own, time: from })),
    )
  })
  const times = new Set(walls.filter((wall) => wall.day === day).map(({ time }) => time))
  // A day without such hours is checked as a whole, so that a reason can be given for rejecting it.
  return times.size > 0 ? [...times].toSorted() : [null]
}

/** Returns a cached `beginningsOn` for consecutive days: weeks are alike as long as no zone changes its offset. */
function beginningsOf(places: readonly Place[], of: string): (day: string) => (string | null)[] {
  if (places.every(({ installing }) => installing === null)) return () => [null]
  const alike = new Map(places.map((place) => [JSON.stringify([place.zone, place.installing]), place]))
  const all = [...alike.values()]
  const clocks = [...new Set([of, ...all.map(({ zone }) => zone)])]
  const known = new Map<string, (string | null)[]>()
  return (day) => {
    const [before, after] = around(day)
    const offsets = clocks.map((zone) => `${zones.offsetAt(zone, before)} ${zones.offsetAt(zone, after)}`)
    const key = [weekdayOf(day), ...offsets].join(', ')
    const isConstant = clocks.every((zone) => zones.offsetAt(zone, before) === zones.offsetAt(zone, after))
    const found = (isConstant ? known.get(key) : undefined) ?? beginningsOn(all, day, of)
    known.set(key, found)
    return found
  }
}

type Judge = (wish: Wish) => boolean

/**
 * Returns a function that checks whether there is no objection to a moment at a company, as `reasonAgainst` does, but
 * checking each of the company's days only once.
 */
function judgeOf(place: Place, facts: Facts): Judge {
  const { zone, now } = facts
  const clock = clockIn(place.zone, zone)
  const open = new Map<string, boolean>()
  const week = Array.from({ length: 7 }, (_, own) => (place.installing ?? []).filter(({ weekday }) => weekday === own))
  const soon = now === null ? '' : addDays(zones.wallAt(zone, now).day, 2)
  return (wish) => {
    if (wish.releaseDate <= soon && isPast(place, facts, wish)) return false
    const { day, time } =
      wish.releaseTime === null ? { day: wish.releaseDate, time: null } : clock(wish.releaseDate, wish.releaseTime)
    if (place.installing !== null && !isWithin(week[weekdayOf(day)] ?? [], time)) return false
    const known = open.get(day) ?? isOpen(place, day, facts)
    open.set(day, known)
    return known
  }
}

/**
 * Returns a function that checks whether a moment suits all places. The place that rejected the last moment is checked
 * first for the next one.
 */
function judgeOfAll(places: readonly Place[], facts: Facts): Judge {
  const all = whereOf(places, facts).map((place) => judgeOf(place, facts))
  return (wish) => {
    const at = all.findIndex((judge) => !judge(wish))
    if (at > 0) all.unshift(...all.splice(at, 1))
    return at < 0
  }
}

/**
 * Returns a function that checks whether the provider has closed the day together with the days before and after, so
 * that it is closed in every time zone.
 */
function closedAround({ closed }: Facts): (day: string) => boolean {
  const all = closed.filter(({ idcomp }) => idcomp === null)
  return (day) => all.some(({ date_from, date_to }) => date_from < day && day < date_to)
}

export interface Nearest {
  /** Null when there is none within two years. */
  found: Wish | null
  /** Why each earlier day was rejected, at most MOST_REFUSED. */
  refused: { day: string; reason: string }[]
}

/**
 * Returns the first day that may suit: the plan date may be years ahead, and by a company's clock it may begin a day
 * earlier.
 */
const firstDay = (from: string, plan_date: Facts['plan_date']): string => {
  const planned = plan_date === null ? from : addDays(plan_date, -1)
  return planned > from ? planned : from
}

/** Returns the last day that is searched, up to which the facts must reach. */
export const lastSearched = (from: string, plan_date: Facts['plan_date']): string =>
  addDays(firstDay(from, plan_date), FURTHEST_DAYS - 1)

/**
 * Returns the first moment from a day on that suits all the companies and is not before the plan date.
 * @param time the time of day, or null for whole days; undefined for any time at which they install
 */
export function nearest(
  places: readonly Place[],
  { from, time }: { from: string; time?: string | null },
  facts: Facts,
): Nearest {
  const refused: Nearest['refused'] = []
  const beginnings = time === undefined ? beginningsOf(places, facts.zone) : () => [time]
  const first = firstDay(from, facts.plan_date)
  const fits = judgeOfAll(places, facts)
  const isClosed = closedAround(facts)
  for (const day of eachDay(first, lastSearched(from, facts.plan_date))) {
    // The reasons for these days would not be reported any more.
    if (refused.length === MOST_REFUSED && isClosed(day)) continue
    const wishes = beginnings(day).map((releaseTime): Wish => ({ releaseDate: day, releaseTime }))
    const found = wishes.find(fits)
    if (found) return { found, refused }
    const why = refused.length < MOST_REFUSED && wishes[0] && reasonAgainst(places, wishes[0], facts)
    if (why) refused.push({ day, reason: why.say() })
  }
  return { found: null, refused }
}
