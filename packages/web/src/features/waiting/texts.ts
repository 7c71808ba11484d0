import { zones, type waiting } from '@vypusk/contract'
import { readBy } from '../../components/shared/dates/moments.ts'
import { daysUntil, formatDay, nearDay, today } from '../../ui/dates.ts'
import { countOf } from '../../ui/plural.ts'

const MATTERS = ['дело', 'дела', 'дел'] as const

/** «3 дела», «больше 1 000 дел». */
export const countInWords = ({ total, more }: { total: number; more: boolean }): string =>
  `${more ? 'больше ' : ''}${countOf(total, MATTERS)}`

const DAYS = ['день', 'дня', 'дней'] as const

type Due = Pick<waiting.Matter, 'due' | 'is_late'> & Partial<Pick<waiting.Matter, 'planned' | 'due_zone'>>

/**
 * «опоздание 3 дня», «завтра», «05.03.2026»; null when there is no due day. The day of a moment is by the reader's
 * clock, that of a date without a time by the company's, as in lists.
 */
export function dueInWords(matter: Due, reader = zones.ownZone(), at = Date.now()) {
  const { due, due_zone, is_late, planned } = matter
  if (due === null) return null
  const whole = { day: due, by: due_zone ?? undefined }
  if (is_late) return `опоздание ${countOf(Math.max(1, -daysUntil(due, today(whole.by, at))), DAYS)}`
  const { day, by } = planned?.releaseDate === due ? readBy(planned, reader) : whole
  return nearDay(day ?? due, today(by, at)) ?? formatDay(day ?? due)
}
