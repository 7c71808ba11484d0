import { LAST_DAY } from '@vypusk/contract'
import type { Calendar } from '../../../platform/working-days.ts'

/** What a day that was counted by the production calendar does not take into account, in words. */

const yearOf = (day: string): number => Number(day.slice(0, 4))

/** The years between two days for which nobody has entered anything, ordered. */
function unfilledYears(calendar: Calendar, first: string, last: string): number[] {
  const filled = new Set([...calendar.keys()].map(yearOf))
  const count = Math.max(0, yearOf(last) - yearOf(first) + 1)
  return Array.from({ length: count }, (_, index) => yearOf(first) + index).filter((year) => !filled.has(year))
}

/** «2028», «2028–2031», «2028, 2030–2031». */
function inRanges(years: number[]): string {
  const ranges: [first: number, last: number][] = []
  for (const year of years) {
    const open = ranges.at(-1)
    if (open && open[1] === year - 1) open[1] = year
    else ranges.push([year, year])
  }
  return ranges.map(([first, last]) => (first === last ? String(first) : `${first}–${last}`)).join(', ')
}

/** Says which years between two days nobody has filled: their holidays count as working days. */
export function unfilledIn(calendar: Calendar, first: string, last: string): string[] {
  const years = unfilledYears(calendar, first, last)
  if (years.length === 0) return []
  const word = years.length === 1 ? 'год' : 'годы'
  return [`Производственный календарь на ${inRanges(years)} ${word} не заполнен: праздники считаются рабочими днями`]
}

interface Counted {
  start_date: string
  plan_date: string
  /** Whether the work ends on plan_date. */
  ends: boolean
}

/** What is to be known of the day on which work ends: where it was not counted to its end, only that. */
export function warningsOf({ start_date, plan_date, ends }: Counted, calendar: Calendar): string[] {
  if (ends) return unfilledIn(calendar, start_date, plan_date)
  const [year, month, day] = LAST_DAY.split('-')
  // The last day itself may be a day off.
  return yearOf(plan_date) === yearOf(LAST_DAY)
    ? [`Работа кончится позже ${day}.${month}.${year}: дальше дни не считаются`]
    : ['Работы больше, чем на десять лет: день её окончания не считается']
}
