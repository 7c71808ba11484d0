import { FIRST_DAY, LAST_DAY, releases } from '@vypusk/contract'

/** Calendar days and working time: plain arithmetic on `YYYY-MM-DD`, the same on every machine. */

const DAY_MS = 24 * 3600 * 1000

/** Cheaper than reading the text as a date; what only old rows have is read so all the same. */
const parsed = (day: string): number =>
  day.length === 10 && day >= '0100'
    ? Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)))
    : Date.parse(day)

let latest = { day: FIRST_DAY, at: parsed(FIRST_DAY) }

/** Milliseconds since 1970 of a day's beginning in UTC. Much is asked of one day before the next, and of years of days at once. */
function beginOf(day: string): number {
  if (day !== latest.day) latest = { day, at: parsed(day) }
  return latest.at
}

const FIRST = parsed(FIRST_DAY)

/** The days the product knows, in order, written once. */
let written: string[] = []
function knownDays(): readonly string[] {
  const count = (parsed(LAST_DAY) - FIRST) / DAY_MS + 1
  if (written.length === 0) written = Array.from({ length: count }, (_, index) => dayAt(FIRST + index * DAY_MS))
  return written
}

/** Beyond years of four digits, which some old rows have, days are written otherwise: there the last one stays the last. */
function dayAt(at: number): string {
  const shown = new Date(at).toISOString()
  return shown.startsWith('+') ? '9999-12-31' : shown.slice(0, 10)
}

export function addDays(day: string, days: number): string {
  const at = beginOf(day) + days * DAY_MS
  return knownDays()[(at - FIRST) / DAY_MS] ?? dayAt(at)
}

/** How many days the second comes after the first. */
export const daysBetween = (first: string, second: string): number =>
  Math.round((Date.parse(second) - Date.parse(first)) / DAY_MS)

/** 0 for Monday … 6 for Sunday. */
export const weekdayOf = (day: string): number => (((beginOf(day) / DAY_MS + THURSDAY) % 7) + 7) % 7
/** The first day of 1970. */
const THURSDAY = 3

/** Monday and Sunday of the day's week. */
export function weekOf(day: string): { from: string; to: string } {
  const from = addDays(day, -weekdayOf(day))
  return { from, to: addDays(from, 6) }
}

/** Every day from one to another, both included, of those the product knows (contract, `day`): no more than a century. */
export function* eachDay(first: string, last: string): Generator<string> {
  const from = first > FIRST_DAY ? first : FIRST_DAY
  const to = last < LAST_DAY ? last : LAST_DAY
  const count = from > LAST_DAY ? 0 : Math.max(0, daysBetween(from, to) + 1)
  for (let index = 0; index < count; index += 1) yield addDays(from, index)
}

export const daysFromTo = (first: string, last: string): string[] => [...eachDay(first, last)]

/** Days that differ from "Monday to Friday eight hours", with the minutes each has. */
export type Calendar = ReadonlyMap<string, number>

/** Minutes of an ordinary working day: 8 h (product.md, "Calculation"). */
const WORKING_DAY = 480

/** What one person works on a day, in minutes. */
export const minutesOf = (calendar: Calendar, day: string): number =>
  calendar.get(day) ?? (weekdayOf(day) > 4 ? 0 : WORKING_DAY)

/** Working minutes from one day to another, both included, of those the product knows. */
export type WorkingTime = (first: string, last: string) => number

/** The sums are made once: whoever asks of many spans does not go through their days each time. */
export function workingTime(calendar: Calendar): WorkingTime {
  const begin = Date.parse(FIRST_DAY)
  const count = daysBetween(FIRST_DAY, LAST_DAY) + 1
  const weekday = weekdayOf(FIRST_DAY)
  const minutes = Array.from({ length: count }, (_, index): number => ((weekday + index) % 7 > 4 ? 0 : WORKING_DAY))
  const indexOf = (day: string) => Math.round((Date.parse(day) - begin) / DAY_MS)
  for (const [day, own] of calendar) if (indexOf(day) in minutes) minutes[indexOf(day)] = own
  const before = new Float64Array(count + 1)
  minutes.forEach((own, index) => (before[index + 1] = (before[index] ?? 0) + own))
  return (first, last) => {
    const from = first > FIRST_DAY ? indexOf(first) : 0
    const to = last < LAST_DAY ? indexOf(last) + 1 : count
    return from < to ? (before[to] ?? 0) - (before[from] ?? 0) : 0
  }
}

/** No release is longer than ten years: the search ends a little after, past any holidays. */
const LONGEST_DAYS = releases.MOST_RELEASE_DAYS + 30

/** The day that comes so many working days after another. */
export function workingDayAfter(day: string, days: number, calendar: Calendar): string {
  let found = day
  for (let left = days, count = 0; left > 0 && count < LONGEST_DAYS && found < LAST_DAY; count += 1) {
    found = addDays(found, 1)
    if (minutesOf(calendar, found) > 0) left -= 1
  }
  return found
}

interface Work {
  start_date: string
  /** Minutes of work, all people together. */
  work: number
  people: number
}

/**
 * The day on which the work ends, begun on start_date; no work ends at once. Work of more than ten years is counted
 * to a day beyond them, and none beyond the days the product knows.
 */
export function schedule({ start_date, work, people }: Work, calendar: Calendar) {
  let plan_date = start_date
  let working_days = 0
  let left = work
  let day = start_date
  for (let count = 0; left > 0 && count < LONGEST_DAYS && day <= LAST_DAY; count += 1, day = addDays(day, 1)) {
    const minutes = minutesOf(calendar, day)
    if (minutes === 0) continue
    left -= minutes * people
    working_days += 1
    plan_date = day
  }
  return { plan_date, working_days }
}
