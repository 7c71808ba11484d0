import { DAY_MS, zones } from '@vypusk/contract'
import { visibleLine } from '../characters.ts'

/** Which of two numbers separated by slashes is the day: 03/12/2025 is a day in March or in December. */
export type DateOrder = 'dmy' | 'mdy'

/** A day with an optional time of day as in a cell; with an offset it is a moment. */
interface DateParts {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  /** In minutes, positive to the east of Greenwich. */
  offset: number | undefined
}

/** Months by their first three letters; `май` has two forms. */
const MONTHS = [
  ['jan', 'янв'],
  ['feb', 'фев'],
  ['mar', 'мар'],
  ['apr', 'апр'],
  ['may', 'май', 'мая'],
  ['jun', 'июн'],
  ['jul', 'июл'],
  ['aug', 'авг'],
  ['sep', 'сен'],
  ['oct', 'окт'],
  ['nov', 'ноя'],
  ['dec', 'дек'],
]
const MONTH = String.raw`(?<name>\p{L}{3,9})\.?`
const TIME = String.raw`(?:(?:,?\s+|T)(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}))?(?:[.,]\d+)?\s*(?<half>am|pm)?\s*(?<zone>Z|UTC|GMT|[+-]\d{2}:?(?:\d{2})?)?)?`
const form = (day: string) => new RegExp(`^${day}${TIME}$`, 'iu')

/** 2025-03-12, 2025/03/12, 2025.03.12 */
const YEAR_FIRST = form(String.raw`(?<year>\d{4})(?:-|/|\.)(?<month>\d{1,2})(?:-|/|\.)(?<day>\d{1,2})`)
/** 12.03.2025: with dots the day always comes first. */
const DOTS = form(String.raw`(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4}|\d{2})(?:\s*г\.?)?`)
/** 03/12/2025, 03-12-25: in either order. */
const STROKES = form(String.raw`(?<first>\d{1,2})(?:/|-)(?<other>\d{1,2})(?:/|-)(?<year>\d{4}|\d{2})`)
/** 12/Mar/25, 12 марта 2025 г., 12-Mar-2025 */
const DAY_NAME = form(
  String.raw`(?:\p{L}{2,3},?\s+)?(?<day>\d{1,2})[\s/.-]+${MONTH}[\s/.,-]+(?<year>\d{4}|\d{2})(?:\s*г\.?)?`,
)
/** Mar 12, 2025 */
const NAME_DAY = form(String.raw`(?:\p{L}{2,3},?\s+)?${MONTH}\s+(?<day>\d{1,2}),?\s+(?<year>\d{4})`)
/** Days since the end of 1899, as workbooks store dates. */
const SERIAL = /^\d{5}(?:[.,]\d+)?$/
/** Milliseconds since 1970, as programs store moments. */
const MILLISECONDS = /^\d{12,13}$/

const MINUTE_MS = 60_000
const DAY_ZERO = Date.UTC(1899, 11, 30)
const FIRST_YEAR = 2000
const LAST_YEAR = 2100

type Groups = Record<string, string | undefined>

const yearOf = (text: string) => (text.length === 2 ? FIRST_YEAR + Number(text) : Number(text))

function monthOf({ month, name }: Groups): number {
  if (name === undefined) return Number(month)
  const beginning = name.toLowerCase().slice(0, 3)
  return MONTHS.findIndex((names) => names.includes(beginning)) + 1
}

function hourOf({ hour = '0', half }: Groups): number {
  const shift = { am: 0, pm: 12 }[half?.toLowerCase() ?? '']
  return shift === undefined ? Number(hour) : (Number(hour) % 12) + shift
}

function offsetOf({ zone }: Groups): number | undefined {
  if (zone === undefined) return undefined
  const found = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone)
  if (!found) return 0
  const [, sign, hours, minutes = '0'] = found
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

const partsOf = (groups: Groups): DateParts => ({
  year: yearOf(groups['year'] ?? ''),
  month: monthOf(groups),
  day: Number(groups['day']),
  hour: hourOf(groups),
  minute: Number(groups['minute'] ?? 0),
  second: Number(groups['second'] ?? 0),
  offset: offsetOf(groups),
})

/** Assigns the two numbers to day and month by the order. */
const ordered = ({ first, other, ...groups }: Groups, order: DateOrder): Groups =>
  order === 'dmy' ? { ...groups, day: first, month: other } : { ...groups, day: other, month: first }

function parse(cell: string, order: DateOrder): DateParts | undefined {
  const found = YEAR_FIRST.exec(cell) ?? DOTS.exec(cell) ?? DAY_NAME.exec(cell) ?? NAME_DAY.exec(cell)
  if (found?.groups) return partsOf(found.groups)
  const strokes = STROKES.exec(cell)
  return strokes?.groups && partsOf(ordered(strokes.groups, order))
}

/** Whether the day and the time exist, within the supported years. */
function isReal({ year, month, day, hour, minute, second }: DateParts): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isDay && year >= FIRST_YEAR && year <= LAST_YEAR && hour < 24 && minute < 60 && second < 60
}

const two = (value: number) => String(value).padStart(2, '0')
const dayOf = ({ year, month, day }: DateParts) => `${year}-${two(month)}-${two(day)}`

/** A number as a date; without a time zone, as workbooks store it. */
function ofNumber(cell: string): DateParts | undefined {
  const at = SERIAL.test(cell)
    ? DAY_ZERO + Math.round((Number(cell.replace(',', '.')) * DAY_MS) / 1000) * 1000
    : MILLISECONDS.test(cell)
      ? Number(cell)
      : undefined
  if (at === undefined) return undefined
  const date = new Date(at)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    offset: MILLISECONDS.test(cell) ? 0 : undefined,
  }
}

function readSaid(written: string, order: DateOrder): DateParts | undefined {
  const cell = visibleLine(written)
  const found = ofNumber(cell) ?? parse(cell, order)
  return found && isReal(found) ? found : undefined
}

/**
 * Reads a day with an optional time, as Jira, Redmine, YouTrack and workbooks write it, as a moment in ISO 8601.
 * @param zone the time zone of a cell without an offset
 * @returns undefined if it is not a day of 2000…2100
 */
export function readMoment(cell: string, order: DateOrder, zone: string): string | undefined {
  const found = readSaid(cell, order)
  if (!found) return undefined
  const time = `${two(found.hour)}:${two(found.minute)}`
  const minute =
    found.offset === undefined
      ? zones.momentOf(zone, { day: dayOf(found), time })
      : Date.parse(`${dayOf(found)}T${time}Z`) - found.offset * MINUTE_MS
  return new Date(minute + found.second * 1000).toISOString()
}

/** Reads only the day, as it is in the cell. */
export function readDay(cell: string, order: DateOrder): string | undefined {
  const found = readSaid(cell, order)
  return found && dayOf(found)
}

/** Counts that show which order the dates of a column have. */
export interface OrderEvidence {
  /** Cells whose first number cannot be a month, and cells whose second number cannot. */
  dmy: number
  mdy: number
  /** Cells with slashes, and those of them with am or pm, which are used where the month comes first. */
  strokes: number
  halves: number
  /** A cell that can be read either way, otherwise any. */
  sample: string
}

export const NO_EVIDENCE: OrderEvidence = { dmy: 0, mdy: 0, strokes: 0, halves: 0, sample: '' }
const LAST_MONTH = 12

/** Adds one more cell to the counts. */
export function withCell(known: OrderEvidence, written: string): OrderEvidence {
  const cell = visibleLine(written)
  const found = STROKES.exec(cell)?.groups
  if (!found) return known
  const [isDayFirst, isDayOther] = [Number(found['first']) > LAST_MONTH, Number(found['other']) > LAST_MONTH]
  return {
    dmy: known.dmy + (isDayFirst ? 1 : 0),
    mdy: known.mdy + (isDayOther ? 1 : 0),
    strokes: known.strokes + 1,
    halves: known.halves + (found['half'] ? 1 : 0),
    sample: known.sample && (isDayFirst || isDayOther) ? known.sample : cell,
  }
}

/** The order that fits most of the cells; `isSure` if some of them allow no other. */
export function orderFrom({ dmy, mdy, strokes, halves }: OrderEvidence): { order: DateOrder; isSure: boolean } {
  if (dmy !== mdy) return { order: dmy > mdy ? 'dmy' : 'mdy', isSure: dmy === 0 || mdy === 0 }
  return { order: halves > 0 && halves === strokes ? 'mdy' : 'dmy', isSure: false }
}
