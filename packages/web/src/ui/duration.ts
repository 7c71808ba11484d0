/** Production time: whole minutes internally, HH:MM for people; hours may exceed 24. */

export { minutesInWords as formatDuration } from '@vypusk/contract/amounts'

/** 564 600 → «9 410 ч»: for totals, where minutes do not matter. */
export const formatHours = (minutes: number): string => `${formatNumber(Math.round(minutes / 60))} ч`

const numbers = new Intl.NumberFormat('ru-RU')
/** 12345 → «12 345». */
export const formatNumber = (value: number): string => numbers.format(value)

const CLOCK = /^(\d+):([0-5]?\d)$/
const HOURS_AND_MINUTES = /^(\d+)\s*(?:ч|час[а-я]*|h)\.?\s*([0-5]?\d)\s*(?:м|мин[а-я]*|m)?\.?$/
const HOURS = /^(\d+(?:[.,]\d{1,2})?)\s*(?:ч|час[а-я]*|h)?\.?$/
const MINUTES = /^(\d+)\s*(?:м|мин[а-я]*|m)\.?$/

/**
 * Parses what people type: «7:30», «7,5», «7.5 ч», «7ч 30м», «90м». A bare number means hours.
 * @returns minutes, or null when it is not a duration
 */
export function parseDuration(typed: string): number | null {
  const text = typed.trim().toLowerCase()
  const pair = CLOCK.exec(text) ?? HOURS_AND_MINUTES.exec(text)
  if (pair) return Number(pair[1]) * 60 + Number(pair[2])
  const minutes = MINUTES.exec(text)
  if (minutes) return Number(minutes[1])
  const hours = HOURS.exec(text)
  return hours ? Math.round(Number(hours[1]?.replace(',', '.')) * 60) : null
}

/** 10 000 hours, the contract's own limit of production time. */
const LONGEST = 600_000

/** The value of a field for hours: minutes, or null when it is empty; otherwise why the typed text is not valid. */
export type ReadDuration = { fault: null; minutes: number | null } | { fault: string }

export function readDuration(typed: string): ReadDuration {
  if (typed.trim() === '') return { fault: null, minutes: null }
  const minutes = parseDuration(typed)
  if (minutes === null) return { fault: 'Часы: 7:30, 7,5 или 90м' }
  return minutes > LONGEST ? { fault: 'Не больше 10 000 часов' } : { fault: null, minutes }
}
