import dayjs from 'dayjs'
import 'dayjs/locale/ru'
import { countOf } from './plural.ts'

dayjs.locale('ru')

const DAY = 'YYYY-MM-DD'

/** Checks that the value is an existing calendar day in the form `YYYY-MM-DD`. */
export const isDay = (value: string): boolean => /^\d{4}-\d\d-\d\d$/.test(value) && dayjs(value).format(DAY) === value

/** A calendar day or a moment → «05.03.2026»; nothing → «–». */
export const formatDay = (value: string | null | undefined): string => (value ? dayjs(value).format('DD.MM.YYYY') : '–')

/** «05.03», under a heading that names the year. */
export const dayAndMonth = (value: string): string => dayjs(value).format('DD.MM')

/** «05.03», with the year when it is not the current one: «27.04.2023»; nothing → «–». */
export const formatShortDay = (value: string | null, today: Date = new Date()): string =>
  value && dayjs(value).isSame(today, 'year') ? dayAndMonth(value) : formatDay(value)

/** A calendar day in words: «21 декабря, понедельник», with the year when it is not the current one. */
export const formatLongDay = (value: string, today: Date = new Date()): string =>
  dayjs(value).format(dayjs(value).isSame(today, 'year') ? 'D MMMM, dddd' : 'D MMMM YYYY, dddd')

/** A moment → «05.03.2026 12:30» in the person's own time zone. */
export const formatMoment = (value: string | null | undefined): string =>
  value ? dayjs(value).format('DD.MM.YYYY HH:mm') : '–'

/** Whole days from `today` to `value`; negative in the past. */
export const daysUntil = (value: string, today: Date = new Date()): number =>
  dayjs(value).startOf('day').diff(dayjs(today).startOf('day'), 'day')

const DAYS = ['день', 'дня', 'дней'] as const
const NEAR: Record<number, string> = { [-2]: 'позавчера', [-1]: 'вчера', 0: 'сегодня', 1: 'завтра', 2: 'послезавтра' }
const NEAR_DAYS = 14

/** «завтра», «через 3 дня», «5 дней назад»; null when the day is more than two weeks away. */
export function nearDay(value: string, today: Date = new Date()): string | null {
  const days = daysUntil(value, today)
  if (Math.abs(days) > NEAR_DAYS) return null
  return NEAR[days] ?? (days > 0 ? `через ${countOf(days, DAYS)}` : `${countOf(-days, DAYS)} назад`)
}

/** «01.09 – 20.11.2026», «с 01.09.2026», «по 20.11.2026». */
export function formatRange(from: string | null | undefined, to: string | null | undefined): string {
  if (!from) return to ? `по ${formatDay(to)}` : ''
  if (!to) return `с ${formatDay(from)}`
  const sameYear = from.slice(0, 4) === to.slice(0, 4)
  return `${dayjs(from).format(sameYear ? 'DD.MM' : 'DD.MM.YYYY')} – ${formatDay(to)}`
}

/** «28.08 – 06.11», with the years unless both days are in the current one. */
export const formatShortRange = (from: string, to: string, today: Date = new Date()): string =>
  [from, to].every((day) => dayjs(day).isSame(today, 'year'))
    ? `${dayAndMonth(from)} – ${dayAndMonth(to)}`
    : formatRange(from, to)

/** Today as `YYYY-MM-DD` in the person's time zone. */
export const today = (): string => dayjs().format(DAY)

/** The day this many days from today, as `YYYY-MM-DD`. */
export const daysFromToday = (days: number): string => dayjs().add(days, 'day').format(DAY)
