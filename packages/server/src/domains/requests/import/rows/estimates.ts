import { decimalIn, type requests } from '@vypusk/contract'
import { inShort, visibleLine } from '../characters.ts'

/** The unit of a bare number: Jira's estimates are in seconds, YouTrack's in minutes, Redmine's in hours. */
export type Unit = requests.EstimateUnit

const MINUTES: Record<Unit, number> = { hours: 60, minutes: 1, seconds: 1 / 60 }
export const MOST_MINUTES = 600_000

const HOUR = 60
/** Trackers count a week as five days of eight hours. */
const DAY = 8 * HOUR
const WEEK = 5 * DAY
const PARTS: [RegExp, number][] = [
  [/^(w|н)/, WEEK],
  [/^(d|д)/, DAY],
  [/^(h|ч)/, HOUR],
  [/^(m|м)/, 1],
  [/^(s|с)/, 1 / 60],
]
/** `1w 2d 3h`, `2 ч 30 мин`, `PT8H`, `P1DT2H`. */
const WITH_UNITS = /^P?(?:T?\s*\d+(?:[.,]\d+)?\s*[a-zа-я]+\.?\s*)+$/i
const MOST_LETTERS = 40
const PART = /(?<number>\d+(?:[.,]\d+)?)\s*(?<unit>[a-zа-я])/gi

function withUnits(cell: string): number | undefined {
  if (cell.length > MOST_LETTERS || !WITH_UNITS.test(cell)) return undefined
  let minutes = 0
  for (const { groups } of cell.matchAll(PART)) {
    const unit = groups?.['unit']?.toLowerCase() ?? ''
    const found = PARTS.find(([beginning]) => beginning.test(unit))
    if (!found) return undefined
    minutes += Number(groups?.['number']?.replace(',', '.')) * found[1]
  }
  return minutes
}

/**
 * Reads an estimate in minutes: a number in the given unit (a decimal comma is accepted), ЧЧ:ММ, or parts with their
 * own units.
 * @returns for an invalid one the reason, in Russian
 */
export function readEstimate(written: string, unit: Unit): number | string {
  const cell = visibleLine(written)
  const clock = /^(\d{1,5}):([0-5]\d)$/.exec(cell)
  const plain = decimalIn(cell.replace(',', '.').replaceAll(/[\s\u00a0]/g, '')) * MINUTES[unit]
  const exact = clock ? Number(clock[1]) * HOUR + Number(clock[2]) : Number.isNaN(plain) ? withUnits(cell) : plain
  if (exact === undefined) return `часы «${inShort(cell)}»: нужно число или ЧЧ:ММ`
  const minutes = Math.round(exact)
  return minutes < 0 || minutes > MOST_MINUTES ? `часы «${inShort(cell)}»: от 0 до ${MOST_MINUTES / HOUR}` : minutes
}

/** The unit by the header of the column, if none is chosen. */
export function unitOf(header: string, kind: string | null): Unit {
  if (/original ?estimate|первоначальн[а-я]+ оценк/i.test(header)) return 'seconds'
  return kind === 'YouTrack' ? 'minutes' : 'hours'
}
