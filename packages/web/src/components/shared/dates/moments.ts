import { zones, type PlannedMoment, zoneWords } from '@vypusk/contract'
import { formatDay, formatLongDay, nearDay, today } from '../../../ui/dates.ts'

/** The zone that a date is meant in, and the company's if it has its own. */
export interface Zoned {
  zone: string
  company_zone: string | null
}

interface Dated extends Zoned {
  releaseDate: string | null
  releaseTime: string | null
}

/**
 * A date by the reader's clock: the day, the time with its clock, and the same with the company's time when it differs.
 * A date without a time is a day at the company and the same for every reader. `by` is the zone whose today the day is
 * compared with.
 */
export function readBy({ releaseDate, releaseTime, zone, company_zone }: Dated, reader = zones.ownZone()) {
  if (!releaseDate || !releaseTime) return { day: releaseDate, hour: null, hours: null, by: company_zone ?? zone }
  const read = zones.wallIn(reader, zone, { day: releaseDate, time: releaseTime })
  return {
    day: read.day,
    hour: zoneWords.timeInZones(reader, read),
    hours: zoneWords.timeInZones(reader, read, [company_zone]),
    by: reader,
  }
}

/** «03.03.2026 в 21:00 МСК · 04:00 среда, Владивосток». */
export function momentInZones(dated: Dated, reader = zones.ownZone()): string {
  const { day, hours } = readBy(dated, reader)
  return day ? [formatDay(day), hours].filter(Boolean).join(' в ') : 'Дата ещё не назначена'
}

/**
 * The same by the clock that the date is meant in, where the day is shown separately: «21:00 МСК · 04:00 среда,
 * Владивосток».
 */
export const hoursInZones = ({ releaseDate, releaseTime, zone, company_zone }: Dated, reader = zones.ownZone()) =>
  releaseDate && releaseTime
    ? zoneWords.timeInZones(zone, { day: releaseDate, time: releaseTime }, [reader, company_zone])
    : null

/** «21 декабря, понедельник, 22:00 МСК · 05:00 вторник, Владивосток», for places with enough room. */
export function longMomentInZones(dated: Dated, reader = zones.ownZone()): string {
  const { day, hours } = readBy(dated, reader)
  return [day && formatLongDay(day), hours].filter(Boolean).join(', ')
}

/** A moment by the reader's clock, and by the company's when it differs: «завтра в 10:00 МСК · 17:00, Владивосток». */
export function soonInZones(at: string, company_zone: string | null, reader = zones.ownZone()): string {
  const wall = zones.wallAt(reader, Date.parse(at))
  return `${nearDay(wall.day, today(reader)) ?? formatDay(wall.day)} в ${zoneWords.timeInZones(reader, wall, [company_zone])}`
}

/**
 * Inserts the reader's time into a text from the server, next to the times it contains. The server does not know the
 * reader's zone and therefore lists the moments that the text contains.
 */
export function wordsInZones(text: string, named: readonly PlannedMoment[], reader = zones.ownZone()): string {
  const others = new Map<string, string>()
  for (const { releaseDate: day, releaseTime: time, zone, company_zone } of named) {
    const wall = { day, time }
    others.set(
      zoneWords.plannedInZones(zone, wall, [company_zone]),
      zoneWords.plannedInZones(zone, wall, [reader, company_zone]),
    )
  }
  let read = text
  for (const [term, other] of others) read = read.replaceAll(term, () => other)
  return read
}

type Wish = Pick<Dated, 'releaseDate' | 'releaseTime'>

/** Checks whether a date differs from all those already present, because only then is it worth proposing. */
export const isOther = (date: Wish, present: readonly Wish[]): boolean =>
  !present.some(({ releaseDate, releaseTime }) => releaseDate === date.releaseDate && releaseTime === date.releaseTime)
