import { dayInWords } from './in-words.ts'
import { DAY_MS } from './values.ts'
import { MINUTE_MS, clockAt, momentOf, momentsOf, offsetAt, placeOf, wallAt, type Wall } from './zones.ts'

let weekdays: Intl.DateTimeFormat | undefined

/** The weekday of a day. The format is made when it is first needed, which takes a browser tens of milliseconds. */
function weekdayOf(day: string): string {
  weekdays ??= new Intl.DateTimeFormat('ru-RU', { weekday: 'long', timeZone: 'UTC' })
  return weekdays.format(new Date(day))
}

/** «04:00 среда, Владивосток»: with the weekday if it is another day there. */
function elsewhere(zone: string, at: number, than: Wall): string {
  const { day, time } = wallAt(zone, at)
  return `${time}${day === than.day ? '' : ` ${weekdayOf(day)}`}, ${placeOf(zone)}`
}

/**
 * The only format in which a time of day is shown: «21:00 МСК · 04:00 среда, Владивосток».
 * @param of the zone of the wall time
 * @param others zones to add where their clocks differ
 */
export function timeInZones(of: string, wall: Wall, others: readonly (string | null)[] = []): string {
  const at = momentOf(of, wall)
  const offsets = new Set([offsetAt(of, at)])
  const beside = others.flatMap((zone) => {
    if (zone === null || offsets.has(offsetAt(zone, at))) return []
    offsets.add(offsetAt(zone, at))
    return [elsewhere(zone, at, wall)]
  })
  return [`${wall.time} ${clockAt(of, at)}`, ...beside].join(' · ')
}

/** `2026-03-05` as «05.03.2026, четверг». */
export const dayWithWeekday = (day: string): string => `${dayInWords(day)}, ${weekdayOf(day)}`

/**
 * A planned moment in words: «05.03.2026, четверг, 22:00 МСК · 05:00 пятница, Владивосток». Each weekday is that of the
 * clock it follows.
 * @param others zones to add where their clocks differ
 */
export const plannedInZones = (of: string, wall: Wall, others: readonly (string | null)[] = []): string =>
  `${dayWithWeekday(wall.day)}, ${timeInZones(of, wall, others)}`

/** A sentence about a time of day that the clocks of the zone skip or show twice; null for an ordinary time. */
export function oddTime(zone: string, wall: Wall): string | null {
  const [first, second] = momentsOf(zone, wall)
  const [, month, day] = wall.day.split('-')
  if (first === undefined) {
    return `Часы переводят вперёд: времени ${wall.time} ${day}.${month} не бывает (${placeOf(zone)})`
  }
  if (second === undefined) return null
  return `Часы переводят назад: ${wall.time} ${day}.${month} бывает дважды (${placeOf(zone)}); считается первое`
}

/**
 * The nearest times before and after an odd one, on the same day, that the clocks show once; empty for an ordinary
 * time.
 */
export function timesBeside(zone: string, wall: Wall): string[] {
  if (momentsOf(zone, wall).length === 1) return []
  const asUtc = Date.parse(`${wall.day}T${wall.time}Z`)
  const moved = Math.abs(offsetAt(zone, asUtc + DAY_MS) - offsetAt(zone, asUtc - DAY_MS)) * MINUTE_MS
  return [asUtc - moved, asUtc + moved]
    .map((at) => wallAt('UTC', at))
    .filter((beside) => beside.day === wall.day && momentsOf(zone, beside).length === 1)
    .map(({ time }) => time)
}
