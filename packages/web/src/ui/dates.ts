import dayjs from 'dayjs'
import 'dayjs/locale/ru'
import { countOf } from './plural.ts'
import { namedZone } from './zone.ts'

dayjs.locale('ru')

const DAY = 'YYYY-MM-DD'

/** The installation's time zone (docs/decisions/0006); the device's until the server has named it. */
export const installationZone = (): string => namedZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone

const formats = new Map<string, Intl.DateTimeFormat>()

/** Made once for each zone: it takes longer than a whole list. The Swedish write `YYYY-MM-DD`. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone })
  formats.set(zone, format)
  return format
}

/**
 * Today as `YYYY-MM-DD`: the installation's, by which the server counts what is late, filters and reminds. Only what is
 * read by another clock – a moment by the device's, a company's day by the company's – has another today.
 */
export const today = (zone = installationZone(), at = Date.now()): string => formatOf(zone).format(at)

/** Checks that the value is an existing calendar day in the form `YYYY-MM-DD`. */
export const isDay = (value: string): boolean => /^\d{4}-\d\d-\d\d$/.test(value) && dayjs(value).format(DAY) === value

/** A calendar day or a moment → «05.03.2026»; nothing → «–». */
export const formatDay = (value: string | null | undefined): string => (value ? dayjs(value).format('DD.MM.YYYY') : '–')

/** «05.03», under a heading that names the year. */
export const dayAndMonth = (value: string): string => dayjs(value).format('DD.MM')

/** «05.03», with the year when it is not the current one: «27.04.2023»; nothing → «–». */
export const formatShortDay = (value: string | null, now = today()): string =>
  value && dayjs(value).isSame(now, 'year') ? dayAndMonth(value) : formatDay(value)

/** A calendar day in words: «21 декабря, понедельник», with the year when it is not the current one. */
export const formatLongDay = (value: string, now = today()): string =>
  dayjs(value).format(dayjs(value).isSame(now, 'year') ? 'D MMMM, dddd' : 'D MMMM YYYY, dddd')

/** A moment → «05.03.2026 12:30» in the person's own time zone. */
export const formatMoment = (value: string | null | undefined): string =>
  value ? dayjs(value).format('DD.MM.YYYY HH:mm') : '–'

/** Whole days from `now` to `value`; negative in the past. */
export const daysUntil = (value: string, now = today()): number => dayjs(value).startOf('day').diff(now, 'day')

const DAYS = ['день', 'дня', 'дней'] as const
const NEAR: Record<number, string> = { [-2]: 'позавчера', [-1]: 'вчера', 0: 'сегодня', 1: 'завтра', 2: 'послезавтра' }
const NEAR_DAYS = 14

/** «завтра», «через 3 дня», «5 дней назад»; null when the day is more than two weeks away. */
export function nearDay(value: string, now = today()): string | null {
  const days = daysUntil(value, now)
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
export const formatShortRange = (from: string, to: string, now = today()): string =>
  [from, to].every((day) => dayjs(day).isSame(now, 'year'))
    ? `${dayAndMonth(from)} – ${dayAndMonth(to)}`
    : formatRange(from, to)

/** The day this many days from today, as `YYYY-MM-DD`. */
export const daysFromToday = (days: number): string => dayjs(today()).add(days, 'day').format(DAY)
