import pg from 'pg'

const { builtins } = pg.types
const plain = (text: string) => text
const toDate: (text: string) => Date = pg.types.getTypeParser(builtins.TIMESTAMPTZ)

/** A moment as PostgreSQL writes it where the time zone's offset is whole hours: day, hour, rest, fraction, offset. */
const MOMENT = /^(\d{4}-\d\d-\d\d) (\d\d)(:\d\d:\d\d)(?:\.(\d+))?([+-]\d\d)$/

/**
 * Every row has moments, so the text is changed where the day stays the same: making a date of it takes five times as
 * long.
 */
function toMoment(text: string): string {
  const [, day, hour, rest, fraction = '', offset] = MOMENT.exec(text) ?? []
  const inUtc = Number(hour) - Number(offset)
  if (!(inUtc >= 0 && inUtc < 24)) return new Date(toDate(text)).toISOString()
  return `${day}T${String(inUtc).padStart(2, '0')}${rest}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
}

const toTime = (text: string) => text.slice(0, 5)
const textList: number = 1009
const toTexts: (text: string) => (string | null)[] = pg.types.getTypeParser(textList)
const listOf = (parse: (text: string) => unknown) => (text: string) =>
  toTexts(text).map((item) => (item === null ? null : parse(item)))

/** Parsers that turn column values into values of the contract, by type OID; array types have OIDs of their own. */
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, Number],
  [builtins.NUMERIC, Number],
  [builtins.DATE, plain],
  [builtins.TIME, toTime],
  [builtins.TIMESTAMPTZ, toMoment],
  [1016, listOf(Number)],
  [1231, listOf(Number)],
  [1182, listOf(plain)],
  [1183, listOf(toTime)],
  [1185, listOf(toMoment)],
])

/** Passed to each pool and not set globally, so that other users of the driver keep its defaults. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format),
}
