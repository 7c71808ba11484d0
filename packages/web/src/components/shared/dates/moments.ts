import { zones, type PlannedMoment } from '@vypusk/contract'
import { formatDay, formatLongDay, nearDay } from '../../../ui/dates.ts'

/** By whose clocks a date is read: the one it is meant by, and the company's where it has its own. */
export interface Zoned {
  zone: string
  company_zone: string | null
}

interface Dated extends Zoned {
  releaseDate: string | null
  releaseTime: string | null
}

/**
 * A date as the reader's own clock shows it: the day, the time of day with its clock, and the same with the company's where
 * that shows something else. A date without a time is the company's day, the same for whoever reads it.
 */
export function readBy({ releaseDate, releaseTime, zone, company_zone }: Dated, reader = zones.ownZone()) {
  if (!releaseDate || !releaseTime) return { day: releaseDate, hour: null, hours: null }
  const read = zones.wallIn(reader, zone, { day: releaseDate, time: releaseTime })
  return {
    day: read.day,
    hour: zones.timeInZones(reader, read),
    hours: zones.timeInZones(reader, read, [company_zone]),
  }
}

/** «03.03.2026 в 21:00 МСК · 04:00 среда, Владивосток». */
export function momentInZones(dated: Dated, reader = zones.ownZone()): string {
  const { day, hours } = readBy(dated, reader)
  return day ? [formatDay(day), hours].filter(Boolean).join(' в ') : 'Дата ещё не назначена'
}

/** The same where the day is said already, by the clock it is meant by: «21:00 МСК · 04:00 среда, Владивосток». */
export const hoursInZones = ({ releaseDate, releaseTime, zone, company_zone }: Dated, reader = zones.ownZone()) =>
  releaseDate && releaseTime
    ? zones.timeInZones(zone, { day: releaseDate, time: releaseTime }, [reader, company_zone])
    : null

/** «21 декабря, понедельник, 22:00 МСК · 05:00 вторник, Владивосток», where there is room for it. */
export function longMomentInZones(dated: Dated, reader = zones.ownZone()): string {
  const { day, hours } = readBy(dated, reader)
  return [day && formatLongDay(day), hours].filter(Boolean).join(', ')
}

/** A moment by the reader's clock, and by the company's where it shows something else: «завтра в 10:00 МСК · 17:00, Владивосток». */
export function soonInZones(at: string, company_zone: string | null, reader = zones.ownZone()): string {
  const wall = zones.wallAt(reader, Date.parse(at))
  return `${nearDay(wall.day) ?? formatDay(wall.day)} в ${zones.timeInZones(reader, wall, [company_zone])}`
}

/**
 * Words of the server with the reader's hour beside those that they name: it knows of no reader's clock, and says which
 * moments it has put into words.
 */
export function wordsInZones(text: string, named: readonly PlannedMoment[], reader = zones.ownZone()): string {
  const others = new Map<string, string>()
  for (const { releaseDate: day, releaseTime: time, zone, company_zone } of named) {
    const wall = { day, time }
    others.set(
      zones.plannedInZones(zone, wall, [company_zone]),
      zones.plannedInZones(zone, wall, [reader, company_zone]),
    )
  }
  let read = text
  for (const [term, other] of others) read = read.replaceAll(term, () => other)
  return read
}

type Wish = Pick<Dated, 'releaseDate' | 'releaseTime'>

/** Whether a date is none of those that are there already: only such a one is worth proposing. */
export const isOther = (date: Wish, present: readonly Wish[]): boolean =>
  !present.some(({ releaseDate, releaseTime }) => releaseDate === date.releaseDate && releaseTime === date.releaseTime)
