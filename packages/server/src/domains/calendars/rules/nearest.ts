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
} from './fitting.ts'

/** When the next moment is that fits a company, or several at once (docs/decisions/0074). */

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

/** Whether nothing speaks against moments at a company: what `reasonAgainst` finds, each day of the company looked at once. */
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

/** Whether a moment fits all of them: whoever spoke against one is asked of the next one first. */
function judgeOfAll(places: readonly Place[], facts: Facts): Judge {
  const all = whereOf(places, facts).map((place) => judgeOf(place, facts))
  return (wish) => {
    const at = all.findIndex((judge) => !judge(wish))
    if (at > 0) all.unshift(...all.splice(at, 1))
    return at < 0
  }
}

/** Days that the provider has closed by whatever clock: with a day around them. */
function closedAround({ closed }: Facts): (day: string) => boolean {
  const all = closed.filter(({ idcomp }) => idcomp === null)
  return (day) => all.some(({ date_from, date_to }) => date_from < day && day < date_to)
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
  const fits = judgeOfAll(places, facts)
  const isClosed = closedAround(facts)
  for (const day of eachDay(first, addDays(first, FURTHEST_DAYS - 1))) {
    // Of these days nobody reads why any more.
    if (refused.length === MOST_REFUSED && isClosed(day)) continue
    const wishes = beginnings(day).map((releaseTime): Wish => ({ releaseDate: day, releaseTime }))
    const found = wishes.find(fits)
    if (found) return { found, refused }
    const why = refused.length < MOST_REFUSED && wishes[0] && reasonAgainst(places, wishes[0], facts)
    if (why) refused.push({ day, reason: why.say() })
  }
  return { found: null, refused }
}
