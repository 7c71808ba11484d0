import { FIRST_DAY, LAST_DAY } from '@vypusk/contract'
import dayjs from 'dayjs'
import 'dayjs/locale/ru'

export const VIEWS = ['month', 'week', 'list'] as const
export type CalendarView = (typeof VIEWS)[number]

const DAY = 'YYYY-MM-DD'

/** The days that a calendar shows at once. */
export interface Period {
  /** The first and last day to fetch, `YYYY-MM-DD`; whole weeks in a grid. */
  from: string
  to: string
  title: string
  /** A day of the previous and of the next period. */
  previous: string
  next: string
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** «7–13 декабря 2026», «30 ноября – 6 декабря 2026». */
function weekTitle(from: dayjs.Dayjs, to: dayjs.Dayjs): string {
  if (from.isSame(to, 'month')) return `${from.date()}–${to.format('D MMMM YYYY')}`
  return `${from.format(from.isSame(to, 'year') ? 'D MMMM' : 'D MMMM YYYY')} – ${to.format('D MMMM YYYY')}`
}

/** Returns the month or week that contains a day; a list shows a month without the neighbouring days. */
export function periodOf(view: CalendarView, day: string): Period {
  // Weeks begin on Monday, months have Russian names.
  const at = dayjs(day).locale('ru')
  const unit = view === 'week' ? 'week' : 'month'
  const [start, end] = [at.startOf(unit), at.endOf(unit)]
  const [from, to] = view === 'month' ? [start.startOf('week'), end.endOf('week')] : [start, end]
  return {
    from: from.format(DAY),
    to: to.format(DAY),
    title: view === 'week' ? weekTitle(start, end) : capital(start.format('MMMM YYYY')),
    ...known({ previous: start.subtract(1, unit).format(DAY), next: start.add(1, unit).format(DAY) }),
  }
}

/** Limits the days to those that the server accepts. */
export const known = <Days extends Record<string, string>>(days: Days): Days =>
  Object.fromEntries(
    Object.entries(days).map(([name, day]) => [name, day < FIRST_DAY ? FIRST_DAY : day > LAST_DAY ? LAST_DAY : day]),
  ) as Days

const WEEK = 7

/** Splits the days into whole weeks. */
export function weeksOf({ from, to }: Pick<Period, 'from' | 'to'>): string[][] {
  const count = dayjs(to).diff(dayjs(from), 'day') + 1
  const days = Array.from({ length: count }, (_, index) => dayjs(from).add(index, 'day').format(DAY))
  return Array.from({ length: count / WEEK }, (_, week) => days.slice(week * WEEK, (week + 1) * WEEK))
}

export const isSameMonth = (one: string, other: string): boolean => one.slice(0, 7) === other.slice(0, 7)

export const WEEKDAYS = [
  ['Пн', 'Понедельник'],
  ['Вт', 'Вторник'],
  ['Ср', 'Среда'],
  ['Чт', 'Четверг'],
  ['Пт', 'Пятница'],
  ['Сб', 'Суббота'],
  ['Вс', 'Воскресенье'],
] as const
