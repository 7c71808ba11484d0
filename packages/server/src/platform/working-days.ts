import { FIRST_DAY, LAST_DAY, releases } from '@vypusk/contract'

/** Calendar days and working time: plain arithmetic on `YYYY-MM-DD`, the same on every machine. */

const DAY_MS = 24 * 3600 * 1000

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** How many days the second comes after the first. */
export const daysBetween = (first: string, second: string): number =>
  Math.round((Date.parse(second) - Date.parse(first)) / DAY_MS)

/** 0 for Monday … 6 for Sunday. */
const sinceMonday = (day: string) => (new Date(day).getUTCDay() + 6) % 7

/** Monday and Sunday of the day's week. */
export function weekOf(day: string): { from: string; to: string } {
  const from = addDays(day, -sinceMonday(day))
  return { from, to: addDays(from, 6) }
}

/** Every day from one to another, both included, of those the product knows (contract, `day`): no more than a century. */
export function daysFromTo(first: string, last: string): string[] {
  const from = first > FIRST_DAY ? first : FIRST_DAY
  const to = last < LAST_DAY ? last : LAST_DAY
  const count = from > LAST_DAY ? 0 : Math.max(0, daysBetween(from, to) + 1)
  return Array.from({ length: count }, (_, index) => addDays(from, index))
}

/** Days that differ from "Monday to Friday eight hours", with the minutes each has. */
export type Calendar = ReadonlyMap<string, number>

/** Minutes of an ordinary working day: 8 h (product.md, "Calculation"). */
const WORKING_DAY = 480

/** What one person works on a day, in minutes. */
export const minutesOf = (calendar: Calendar, day: string): number =>
  calendar.get(day) ?? (sinceMonday(day) > 4 ? 0 : WORKING_DAY)

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
