import { DAY_MS, FIRST_DAY, LAST_DAY, releases } from '@vypusk/contract'

/** Calendar days and working time: plain arithmetic on `YYYY-MM-DD`, the same on every machine. */

/** Cheaper than parsing the text as a date, which is only needed for days in some old rows. */
const parsed = (day: string): number =>
  day.length === 10 && day >= '0100'
    ? Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)))
    : Date.parse(day)

let latest = { day: FIRST_DAY, at: parsed(FIRST_DAY) }

/**
 * The beginning of a day in UTC, in milliseconds since 1970. The latest day is remembered, because callers ask many
 * times about one day before the next, and about years of days in a row.
 */
function beginOf(day: string): number {
  if (day !== latest.day) latest = { day, at: parsed(day) }
  return latest.at
}

const FIRST = parsed(FIRST_DAY)

/** The days that the product supports, in order, generated once. */
let written: string[] = []
function knownDays(): readonly string[] {
  const count = (parsed(LAST_DAY) - FIRST) / DAY_MS + 1
  if (written.length === 0) written = Array.from({ length: count }, (_, index) => dayAt(FIRST + index * DAY_MS))
  return written
}

/** Days after year 9999, which some old rows have, are written differently; they are replaced by the last day. */
function dayAt(at: number): string {
  const shown = new Date(at).toISOString()
  return shown.startsWith('+') ? '9999-12-31' : shown.slice(0, 10)
}

/** The day so many days later, or earlier for a negative number. @param day `YYYY-MM-DD`, as the result */
export function addDays(day: string, days: number): string {
  const at = beginOf(day) + days * DAY_MS
  return knownDays()[(at - FIRST) / DAY_MS] ?? dayAt(at)
}

/** Number of days from the first to the second. */
export const daysBetween = (first: string, second: string): number =>
  Math.round((Date.parse(second) - Date.parse(first)) / DAY_MS)

/** 0 for Monday … 6 for Sunday. */
export const weekdayOf = (day: string): number => (((beginOf(day) / DAY_MS + THURSDAY) % 7) + 7) % 7
/** Weekday of the first day of 1970. */
const THURSDAY = 3

/** Monday and Sunday of the day's week. */
export function weekOf(day: string): { from: string; to: string } {
  const from = addDays(day, -weekdayOf(day))
  return { from, to: addDays(from, 6) }
}

/**
 * All days between two days, both included, limited to those the product supports (contract, `day`): about a century.
 */
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

/** Minutes that one person works on a day. */
export const minutesOf = (calendar: Calendar, day: string): number =>
  calendar.get(day) ?? (weekdayOf(day) > 4 ? 0 : WORKING_DAY)

/** Returns the working minutes between two days, both included, limited to those the product supports. */
export type WorkingTime = (first: string, last: string) => number

/** Computes the sums once, so that querying many periods does not go through their days each time. */
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

/** No release is longer than ten years: the search ends a little later, after any holidays. */
const LONGEST_DAYS = releases.MOST_RELEASE_DAYS + 30

/** The day that is the given number of working days after another. */
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
  /** Minutes of work for all people together. */
  work: number
  people: number
}

/**
 * The day on which work begun on start_date ends; without work that is start_date itself. Work of more than ten years
 * is counted only a little beyond them, and never beyond the days the product supports: `ends` is false then, and
 * plan_date only the last day that was counted.
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
  return { plan_date, working_days, ends: left <= 0 }
}
