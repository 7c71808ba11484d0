import type { releases } from '@vypusk/contract'
import { formatShortRange } from '../../ui/dates.ts'
import { formatHours } from '../../ui/duration.ts'
import { countOf } from '../../ui/plural.ts'

const RELEASES = ['релиз', 'релиза', 'релизов'] as const
const REQUESTS = ['заявка', 'заявки', 'заявок'] as const
const DAYS = ['день', 'дня', 'дней'] as const

export const requestsCount = (count: number): string => countOf(count, REQUESTS)
export const daysCount = (days: number): string => countOf(days, DAYS)

/** «260 релизов · 121 522 ч»; hours are 0 for those who may not see them. */
export const totalsInWords = ({ count, planned_time }: { count: number; planned_time: number }): string =>
  [countOf(count, RELEASES), planned_time > 0 ? formatHours(planned_time) : ''].filter(Boolean).join(' · ')

/** Checks whether the plan date has passed and nothing was published. */
export const isLate = (
  { plan_date, published_at, step }: Pick<releases.ReleaseRow, 'plan_date' | 'published_at' | 'step'>,
  today: string,
) => published_at === null && plan_date < today && step.kind !== 'closed' && step.kind !== 'published'

/** «28.08 – 06.11», without a line break inside. */
export const shortRange = (from: string, to: string): string => formatShortRange(from, to).replaceAll(' ', '\u00A0')

/** Converts the `<br>` of a short description to line breaks; the rest of it is plain text. */
export const fromBreaks = (text: string): string => text.replaceAll(/<br\s*\/?>/gi, '\n')

/** Returns the request numbers in a pasted text, without duplicates; null when it contains anything else. */
export function numbersIn(text: string): number[] | null {
  const parts = text.split(/[\s,;№#]+/).filter(Boolean)
  const whole = parts.every((part) => /^\d{1,9}$/.test(part) && Number(part) > 0)
  return whole && parts.length > 0 ? [...new Set(parts.map(Number))] : null
}

/** Which requests were refused and why: «Заявка не найдена: 12, 15». */
export const refusedRequests = (message: string, ids: readonly (number | string)[]): string =>
  ids.length > 0 ? `${message}: ${ids.join(', ')}` : message

interface Checked {
  taken: readonly { id: number; release: { id: number; title: string } | null }[]
  missing: readonly number[]
}

/**
 * The brief's sentences (section 8), each with the numbers of the requests; those in another release with its title.
 */
export const whatIsWrong = ({ taken, missing }: Checked, release_id: number): string =>
  [
    missing.length > 0 && refusedRequests('Заявка не найдена', missing),
    taken.length > 0 &&
      refusedRequests(
        'Заявка уже добавлена в релиз',
        taken.map(({ id, release }) => (release && release.id !== release_id ? `${id} – ${release.title}` : id)),
      ),
  ]
    .filter(Boolean)
    .join('; ')
