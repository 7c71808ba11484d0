import { zones, type companyCalendars } from '@vypusk/contract'
import { addDays, daysFromTo, minutesOf, weekdayOf, type Calendar } from '../../../platform/working-days.ts'

type Span = companyCalendars.Span

const WEEKDAYS = ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс']

const byTime = (one: Span, other: Span) => one.weekday - other.weekday || one.from.localeCompare(other.from)

/** Returns spans sorted by the order of the week. */
export const inOrder = (spans: readonly Span[]): Span[] => spans.toSorted(byTime)

/** «пн 09:00–13:00, 14:00–18:00; вт 09:00–18:00», as a week is recorded in the history. */
export function weekInWords(spans: Span[] | null): string {
  if (spans === null) return 'в любое время'
  const days = Map.groupBy(inOrder(spans), ({ weekday }) => weekday)
  const words = [...days].map(
    ([weekday, own]) => `${WEEKDAYS[weekday]} ${own.map(({ from, to }) => `${from}–${to}`).join(', ')}`,
  )
  return words.join('; ') || 'ни в какие часы'
}

/** The zone of a company that has none of its own, as the history names it. */
export const providersZone = (zone: string) => `${zone}, как у поставщика`

/** What the history calls the fields. */
export const CALENDAR_TITLES = { zone: 'Часовой пояс', working: 'Рабочие часы', installing: 'Часы установки' }

export const SUBSTITUTE_TITLES = { substitute: 'Замещение' }

/** Returns the calendar day in a time zone, `YYYY-MM-DD`. */
export const dayIn = (zone: string, moment: Date): string => zones.wallAt(zone, moment.getTime()).day

/** When a company works. */
export interface Week {
  zone: string
  /** Null when it works by the production calendar, from nine to six. */
  working: readonly Span[] | null
  /** Days closed by the company, or by staff for it; both ends are included. */
  closed: readonly { date_from: string; date_to: string }[]
}

/** A company's working days and hours by its own clock: the only rule for them (docs/decisions/0091). */
export interface Hours {
  /** Returns the company's day at a moment, in milliseconds since 1970. */
  dayAt: (at: number) => string
  isWorking: (day: string) => boolean
  /** Returns the day that is this many working days after another; null when there is none within a year and a half. */
  after: (day: string, count: number) => string | null
  /** Returns when the company begins work on a working day. */
  opens: (day: string) => number
  /**
   * Returns the moment itself when the company is at work then, otherwise the next time it begins work; null when it
   * never does.
   */
  from: (at: number) => number | null
}

/** Longer than the longest period that can be closed at once, plus the longest ladder after it. */
const FURTHEST_DAYS = 550
const NINE: Omit<Span, 'weekday'> = { from: '09:00', to: '18:00' }

/**
 * Returns the company's working days and hours. @param production days that differ from "Monday to Friday", with the
 * minutes each has
 */
export function hoursOf({ zone, working, closed }: Week, production: Calendar): Hours {
  const isClosed = (day: string) => closed.some(({ date_from, date_to }) => date_from <= day && day <= date_to)
  const spansOn = (day: string): Omit<Span, 'weekday'>[] => {
    if (isClosed(day)) return []
    if (working === null) return minutesOf(production, day) > 0 ? [NINE] : []
    // A holiday of the production calendar applies to every company.
    return production.get(day) === 0 ? [] : inOrder(working).filter(({ weekday }) => weekday === weekdayOf(day))
  }
  const isWorking = (day: string) => spansOn(day).length > 0
  const dayAt = (at: number) => zones.wallAt(zone, at).day
  const after = (day: string, count: number) => {
    let left = count
    for (const next of daysFromTo(addDays(day, 1), addDays(day, FURTHEST_DAYS))) {
      if (isWorking(next)) left -= 1
      if (left === 0) return next
    }
    return null
  }
  const opens = (day: string) => zones.momentOf(zone, { day, time: spansOn(day)[0]?.from ?? NINE.from })
  const from = (at: number) => {
    const { day, time } = zones.wallAt(zone, at)
    const span = spansOn(day).find(({ to }) => time < to)
    if (span) return span.from <= time ? at : zones.momentOf(zone, { day, time: span.from })
    const next = after(day, 1)
    return next === null ? null : opens(next)
  }
  return { dayAt, isWorking, after, opens, from }
}

/**
 * Counts the working days after the day of one moment, up to and including the day of another, by the company's own
 * calendar.
 */
export function waitedBetween(since: Date, now: Date, { dayAt, isWorking }: Hours): number {
  const from = addDays(dayAt(since.getTime()), 1)
  return daysFromTo(from, dayAt(now.getTime())).filter(isWorking).length
}
