import { DAY_BOUNDS, isKnownDay } from '@vypusk/contract'
import { formatDay } from '../../../ui/dates.ts'
import { parseDay } from '../../../ui/typed-day.ts'

/**
 * @param earliest the first allowed day, `YYYY-MM-DD`
 * @returns what is wrong with the typed day; '' when it is valid
 */
export function dayFault(typed: string, earliest: string): string {
  if (typed.trim() === '') return ''
  const day = parseDay(typed)
  if (!day) return `Нет такой даты: «${typed.trim()}». Нужно ДД.ММ.ГГГГ`
  if (!isKnownDay(day)) return DAY_BOUNDS
  return day < earliest ? `Не раньше ${formatDay(earliest)}` : ''
}
