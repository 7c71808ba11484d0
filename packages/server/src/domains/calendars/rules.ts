import type { companyCalendars } from '@vypusk/contract'

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
