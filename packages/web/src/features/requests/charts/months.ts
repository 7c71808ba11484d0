import { isKnownDay } from '@vypusk/contract'
import type { requests } from '@vypusk/contract'

export type Month = requests.RequestCharts['by_month'][number]

const names = new Intl.DateTimeFormat('ru-RU', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const shortNames = new Intl.DateTimeFormat('ru-RU', { month: 'short', timeZone: 'UTC' })
const LAST_MONTH = 12

const partsOf = (month: string) => month.split('-').map(Number) as [year: number, month: number]
const dayOf = (month: string) => new Date(`${month}-01T00:00:00Z`)
const after = (month: string): string => {
  const [year, number] = partsOf(month)
  return number === LAST_MONTH ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

/** «март 2026 г.» */
export const monthInWords = (month: string): string => names.format(dayOf(month))
/** «мар» */
export const monthInShort = (month: string): string => shortNames.format(dayOf(month)).replace('.', '')
export const isJanuary = (month: string): boolean => month.endsWith('-01')
export const yearOf = (month: string): string => month.slice(0, 4)

/** The first and last day: `2026-02` → 2026-02-01, 2026-02-28. */
export function daysOf(month: string): { date_from: string; date_to: string } {
  const [year, number] = partsOf(month)
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return { date_from: `${month}-01`, date_to: `${month}-${last}` }
}

const isKnown = (month: string) => isKnownDay(`${month}-01`)

/**
 * The months between the first and the last; none when one of them does not exist, because that is a wrong year and not
 * a gap.
 */
function monthsBetween(first: string, last: string): string[] {
  if (!isKnown(first) || !isKnown(last)) return []
  const found: string[] = []
  for (let month = after(first); month < last; month = after(month)) found.push(month)
  return found
}

/** Adds the months without requests, so that gaps are visible. */
export const withGaps = (months: readonly Month[]): Month[] =>
  months.flatMap((one, index) => {
    const next = months[index + 1]?.month ?? ''
    return [one, ...monthsBetween(one.month, next).map((month) => ({ month, created: 0, released: 0 }))]
  })
