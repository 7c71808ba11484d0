import { zones, type waiting } from '@vypusk/contract'
import { readBy } from '../../components/shared/dates/moments.ts'
import { daysUntil, formatDay, nearDay, today } from '../../ui/dates.ts'
import { countOf } from '../../ui/plural.ts'

const MATTERS = ['дело', 'дела', 'дел'] as const

/** «3 дела», «больше 1 000 дел». */
export const countInWords = ({ total, more }: { total: number; more: boolean }): string =>
  `${more ? 'больше ' : ''}${countOf(total, MATTERS)}`

const DAYS = ['день', 'дня', 'дней'] as const

type Due = Pick<waiting.Matter, 'due' | 'is_late'> & Partial<Pick<waiting.Matter, 'planned'>>

/**
 * «опоздание 3 дня», «завтра», «05.03.2026»; null when there is no due day. The day of a moment is by the reader's
 * clock, as in lists.
 */
export function dueInWords({ due, is_late, planned = null }: Due, reader = zones.ownZone(), at = Date.now()) {
  if (due === null) return null
  if (is_late) return `опоздание ${countOf(Math.max(1, -daysUntil(due, today(undefined, at))), DAYS)}`
  const { day, by } = planned?.releaseDate === due ? readBy(planned, reader) : { day: due, by: undefined }
  return nearDay(day ?? due, today(by, at)) ?? formatDay(day ?? due)
}
