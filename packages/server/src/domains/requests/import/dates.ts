import { zones } from '@vypusk/contract'

/** Which of two numbers parted by strokes is the day: 03/12/2025 is a day in March or in December. */
export type DateOrder = 'dmy' | 'mdy'

/** A day, perhaps with a time of day, as a cell says it; where it names an offset, it is a moment by itself. */
interface DateParts {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  /** Minutes east of Greenwich. */
  offset: number | undefined
}

/** By their first three letters, `май` in two forms. */
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
/** 12.03.2025: nobody begins with the month where dots stand. */
const DOTS = form(String.raw`(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4}|\d{2})(?:\s*г\.?)?`)
/** 03/12/2025, 03-12-25: either order. */
const STROKES = form(String.raw`(?<first>\d{1,2})(?:/|-)(?<other>\d{1,2})(?:/|-)(?<year>\d{4}|\d{2})`)
/** 12/Mar/25, 12 марта 2025 г., 12-Mar-2025 */
const DAY_NAME = form(
  String.raw`(?:\p{L}{2,3},?\s+)?(?<day>\d{1,2})[\s/.-]+${MONTH}[\s/.,-]+(?<year>\d{4}|\d{2})(?:\s*г\.?)?`,
)
/** Mar 12, 2025 */
const NAME_DAY = form(String.raw`(?:\p{L}{2,3},?\s+)?${MONTH}\s+(?<day>\d{1,2}),?\s+(?<year>\d{4})`)
/** Days since the end of 1899, as a workbook counts them. */
const SERIAL = /^\d{5}(?:[.,]\d+)?$/
/** Milliseconds since 1970, as programs say them. */
const MILLISECONDS = /^\d{12,13}$/

const DAY_MS = 86_400_000
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

/** By strokes, as the order has it. */
const ordered = ({ first, other, ...groups }: Groups, order: DateOrder): Groups =>
  order === 'dmy' ? { ...groups, day: first, month: other } : { ...groups, day: other, month: first }

function parse(cell: string, order: DateOrder): DateParts | undefined {
  const found = YEAR_FIRST.exec(cell) ?? DOTS.exec(cell) ?? DAY_NAME.exec(cell) ?? NAME_DAY.exec(cell)
  if (found?.groups) return partsOf(found.groups)
  const strokes = STROKES.exec(cell)
  return strokes?.groups && partsOf(ordered(strokes.groups, order))
}

/** Such a day and such a time are in the calendar, and within the product's years. */
function isReal({ year, month, day, hour, minute, second }: DateParts): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isDay && year >= FIRST_YEAR && year <= LAST_YEAR && hour < 24 && minute < 60 && second < 60
}

const two = (value: number) => String(value).padStart(2, '0')
const dayOf = ({ year, month, day }: DateParts) => `${year}-${two(month)}-${two(day)}`

/** What a number in place of a date may be; by the clocks of nobody, as workbooks have it. */
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

function readSaid(cell: string, order: DateOrder): DateParts | undefined {
  const found = ofNumber(cell) ?? parse(cell, order)
  return found && isReal(found) ? found : undefined
}

/**
 * A day, perhaps with a time, as Jira, Redmine, YouTrack and workbooks write it; the moment in ISO 8601 comes out.
 * @param zone whose clock it was where no offset is said
 * @returns undefined for what is no day of 2000…2100
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

/** The day alone, as it stands in the cell. */
export function readDay(cell: string, order: DateOrder): string | undefined {
  const found = readSaid(cell, order)
  return found && dayOf(found)
}

/** What cells tell of the order of their numbers. */
export interface OrderEvidence {
  /** Cells whose first number can be no month, whose second can be none. */
  dmy: number
  mdy: number
  /** Cells with strokes, and those of them with am or pm: such clocks are of those who begin with the month. */
  strokes: number
  halves: number
  /** One that can be read either way, or else any. */
  sample: string
}

export const NO_EVIDENCE: OrderEvidence = { dmy: 0, mdy: 0, strokes: 0, halves: 0, sample: '' }
const LAST_MONTH = 12

/** Evidence with one more cell. */
export function withCell(known: OrderEvidence, cell: string): OrderEvidence {
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

/** The order that fits most of the cells; `isSure` when some of them allow no other. */
export function orderFrom({ dmy, mdy, strokes, halves }: OrderEvidence): { order: DateOrder; isSure: boolean } {
  if (dmy !== mdy) return { order: dmy > mdy ? 'dmy' : 'mdy', isSure: dmy === 0 || mdy === 0 }
  return { order: halves > 0 && halves === strokes ? 'mdy' : 'dmy', isSure: false }
}
