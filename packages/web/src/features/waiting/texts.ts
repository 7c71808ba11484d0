import type { waiting } from '@vypusk/contract'
import { daysUntil, formatDay, nearDay } from '../../ui/dates.ts'
import { countOf } from '../../ui/plural.ts'

const MATTERS = ['дело', 'дела', 'дел'] as const

/** «3 дела», «больше 1 000 дел». */
export const countInWords = ({ total, more }: { total: number; more: boolean }): string =>
  `${more ? 'больше ' : ''}${countOf(total, MATTERS)}`

const DAYS = ['день', 'дня', 'дней'] as const

/** «опоздание 3 дня», «завтра», «05.03.2026»; nothing where no day hangs on it. */
export function dueInWords({ due, is_late }: Pick<waiting.Matter, 'due' | 'is_late'>, now: Date = new Date()) {
  if (due === null) return null
  if (is_late) return `опоздание ${countOf(Math.max(1, -daysUntil(due, now)), DAYS)}`
  return nearDay(due, now) ?? formatDay(due)
}
