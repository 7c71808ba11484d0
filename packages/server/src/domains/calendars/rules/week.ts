import type { companyCalendars } from '@vypusk/contract'
import { addDays, daysFromTo, minutesOf, type Calendar } from '../../../platform/working-days.ts'

type Span = companyCalendars.Span

const WEEKDAYS = ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс']

const byTime = (one: Span, other: Span) => one.weekday - other.weekday || one.from.localeCompare(other.from)

/** Spans in the order of the week. */
export const inOrder = (spans: Span[]): Span[] => spans.toSorted(byTime)

/** «пн 09:00–13:00, 14:00–18:00; вт 09:00–18:00», as history keeps a week. */
export function weekInWords(spans: Span[] | null): string {
  if (spans === null) return 'в любое время'
  const days = Map.groupBy(inOrder(spans), ({ weekday }) => weekday)
  const words = [...days].map(
    ([weekday, own]) => `${WEEKDAYS[weekday]} ${own.map(({ from, to }) => `${from}–${to}`).join(', ')}`,
  )
  return words.join('; ') || 'ни в какие часы'
}

/** What history calls the fields. */
export const CALENDAR_TITLES = { zone: 'Часовой пояс', working: 'Рабочие часы', installing: 'Часы установки' }

/** The calendar day in a zone, `YYYY-MM-DD`; null is the installation's. */
export const dayIn = (zone: string | null, moment: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { ...(zone && { timeZone: zone }) }).format(moment)

/** When a company works: null weekdays are the production calendar's. */
export interface Week {
  zone: string | null
  /** 0 for Monday. */
  weekdays: ReadonlySet<number> | null
}

/** A holiday of the production calendar is one at every company; else its own week counts, where it keeps one. */
function isWorking(day: string, { weekdays }: Week, production: Calendar): boolean {
  if (weekdays === null) return minutesOf(production, day) > 0
  return production.get(day) !== 0 && weekdays.has((new Date(day).getUTCDay() + 6) % 7)
}

/** Working days after the day of one moment, up to that of another, by the company's own days. */
export function waitedBetween(asked: Date, now: Date, week: Week, production: Calendar): number {
  const from = addDays(dayIn(week.zone, asked), 1)
  return daysFromTo(from, dayIn(week.zone, now)).filter((day) => isWorking(day, week, production)).length
}
