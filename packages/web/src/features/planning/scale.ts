import dayjs from 'dayjs'
import { isDay } from '../../ui/dates.ts'

/** Days on the time line: the distance of each from the left edge, in pixels. */

export const ZOOMS = [
  { value: 'week', label: 'Неделя', px: 22 },
  { value: 'month', label: 'Месяц', px: 9 },
  { value: 'quarter', label: 'Квартал', px: 3.5 },
] as const
export type Zoom = (typeof ZOOMS)[number]['value']

/** Days narrower than this are not shaded and labelled individually, in pixels. */
export const SHADED_FROM = 6

const DAY = 'YYYY-MM-DD'
/** The number of weeks for which the server computes the workload at most. */
const MOST_WEEKS = 104
const WEEKS_AHEAD = 10

export const addDays = (day: string, days: number): string => dayjs(day).add(days, 'day').format(DAY)
export const daysBetween = (first: string, second: string): number => dayjs(second).diff(first, 'day')
export const mondayOf = (day: string): string => addDays(day, -((dayjs(day).day() + 6) % 7))

export interface Scale {
  /** A Monday. */
  from: string
  weeks: number
  /** Pixels per day. */
  px: number
  width: number
}

/** The width that remains beside the names on a landscape A4 page, in pixels. */
const PAPER = 720

/** The same scale, fitted to the width of the page. */
export function onPaper(scale: Scale): Scale {
  const width = Math.min(scale.width, PAPER)
  return { ...scale, width, px: width / (scale.weeks * 7) }
}

interface Dated {
  start_date: string
  plan_date: string
}

/**
 * Returns a scale that covers all the releases and today, with a week to spare at either end. Releases that began too
 * long ago, or have dates that do not exist, are shown only partly.
 */
export function scaleFor(rows: readonly Dated[], zoom: Zoom, today: string): Scale {
  const { px } = ZOOMS.find(({ value }) => value === zoom) ?? ZOOMS[1]
  const [starts, ends] = [rows.map(({ start_date }) => start_date), rows.map(({ plan_date }) => plan_date)]
  const [first = today] = [...starts.filter(isDay), today].toSorted()
  const last = [...ends.filter(isDay), addDays(today, 7 * WEEKS_AHEAD)].toSorted().at(-1) ?? today
  const longest = addDays(today, -7 * (MOST_WEEKS - WEEKS_AHEAD - 2))
  const from = addDays(mondayOf(first > longest ? first : longest), -7)
  const weeks = Math.min(MOST_WEEKS, Math.ceil((daysBetween(from, last) + 8) / 7))
  return { from, weeks, px, width: weeks * 7 * px }
}

export const leftOf = ({ from, px }: Scale, day: string): number => daysBetween(from, day) * px

/** Both end dates belong to the bar. */
export const barOf = (scale: Scale, { start_date, plan_date }: Dated) => ({
  left: leftOf(scale, start_date),
  width: (daysBetween(start_date, plan_date) + 1) * scale.px,
})

export const mondays = ({ from, weeks }: Scale): string[] =>
  Array.from({ length: weeks }, (_, index) => addDays(from, 7 * index))

/** The months of the time line with their positions and widths. */
export function months(scale: Scale): { month: string; left: number; width: number }[] {
  const end = addDays(scale.from, scale.weeks * 7)
  const found: { month: string; left: number; width: number }[] = []
  for (let first = scale.from; first < end;) {
    const next = dayjs(first).startOf('month').add(1, 'month').format(DAY)
    const last = next < end ? next : end
    found.push({ month: first.slice(0, 7), left: leftOf(scale, first), width: daysBetween(first, last) * scale.px })
    first = last
  }
  return found
}
