import { companyCalendars } from '@vypusk/contract'

export type Span = companyCalendars.Span

export const WEEKDAYS = ['Понедельник', 'Вторник', 'Среда', 'Четверг', 'Пятница', 'Суббота', 'Воскресенье'] as const
const SHORT = ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс']

/** Time inputs do not know 24:00, so the end of a day is shown as 00:00. */
const MIDNIGHT = '00:00'
export const shownEnd = (to: string): string => (to === companyCalendars.END_OF_DAY ? MIDNIGHT : to)
export const readEnd = (to: string): string => (to === MIDNIGHT ? companyCalendars.END_OF_DAY : to)

/** The span that is added to a day: after the last one, or the usual hours. */
export function nextSpan(spans: readonly Span[], weekday: number): Span {
  const last = spans.findLast((span) => span.weekday === weekday)
  if (!last) return { weekday, from: '09:00', to: '18:00' }
  return { weekday, from: shownEnd(last.to), to: companyCalendars.END_OF_DAY }
}

/** Copies Monday's hours to every day up to Friday. */
export const asOnMonday = (spans: readonly Span[]): Span[] => {
  const monday = spans.filter(({ weekday }) => weekday === 0)
  const rest = spans.filter(({ weekday }) => weekday > 4)
  return [...[0, 1, 2, 3, 4].flatMap((weekday) => monday.map((span) => ({ ...span, weekday }))), ...rest]
}

/** «пн 09:00–18:00, вт …» */
export const weekInWords = (spans: readonly Span[]): string =>
  spans.map(({ weekday, from, to }) => `${SHORT[weekday]} ${from}–${to}`).join(', ') || 'ни в какие часы'
