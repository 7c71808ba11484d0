import { adminCalendar } from '@vypusk/contract'
import dayjs from 'dayjs'

type YearDay = adminCalendar.YearDay

/** The kind of a day: ordinary, or set by somebody. */
export type DayKind = 'usual' | 'off' | 'short' | 'working'

export const KINDS: { value: DayKind; label: string; minutes: number | null }[] = [
  { value: 'usual', label: 'Обычный', minutes: null },
  { value: 'off', label: 'Выходной', minutes: 0 },
  { value: 'short', label: 'Сокращённый, 7 ч', minutes: adminCalendar.SHORT_DAY },
  { value: 'working', label: 'Рабочий, 8 ч', minutes: adminCalendar.FULL_DAY },
]

export const minutesOfKind = (kind: DayKind): number | null =>
  KINDS.find(({ value }) => value === kind)?.minutes ?? null

export function kindOf({ minutes, is_special }: YearDay): DayKind {
  if (!is_special) return 'usual'
  if (minutes === 0) return 'off'
  return minutes < adminCalendar.FULL_DAY ? 'short' : 'working'
}

const WORDS: Record<Exclude<DayKind, 'usual'>, string> = {
  off: 'выходной',
  short: 'сокращённый день',
  working: 'рабочий день',
}

/** «11 мая, понедельник, выходной, Перенос выходного дня». */
export function yearDayInWords(one: YearDay): string {
  const kind = kindOf(one)
  const usual = one.minutes === 0 ? 'выходной' : 'рабочий день'
  return [dayjs(one.day).format('D MMMM, dddd'), kind === 'usual' ? usual : WORDS[kind], one.name]
    .filter(Boolean)
    .join(', ')
}

export interface Month {
  /** 1…12. */
  number: number
  name: string
  /** The number of empty cells before the first day, so that weeks start on Monday. */
  before: number
  days: YearDay[]
}

/** Groups the year's days by months. */
export function monthsOf(days: readonly YearDay[]): Month[] {
  const byMonth = Map.groupBy(days, ({ day }) => Number(day.slice(5, 7)))
  return [...byMonth].map(([number, own]) => {
    const first = dayjs(own[0]?.day)
    return { number, name: first.format('MMMM'), before: (first.day() + 6) % 7, days: own }
  })
}

/** The number of working days and their total length in minutes. */
export function workOf(days: readonly YearDay[]): { days: number; minutes: number } {
  const worked = days.filter(({ minutes }) => minutes > 0)
  return { days: worked.length, minutes: worked.reduce((sum, { minutes }) => sum + minutes, 0) }
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** Returns the day that an arrow key leads to, within the year. */
export function dayAfterKey(days: readonly YearDay[], day: string, key: string): string | null {
  const step = STEPS[key]
  if (step === undefined) return null
  const at = days.findIndex((one) => one.day === day)
  return days[at + step]?.day ?? null
}

/** Keys that set the kind of the day. */
export const KIND_KEYS: Record<string, DayKind> = { Delete: 'usual', 1: 'off', 2: 'short', 3: 'working' }
