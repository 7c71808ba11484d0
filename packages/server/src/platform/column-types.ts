import pg from 'pg'

const { builtins } = pg.types
const plain = (text: string) => text
const toMoment = (text: string) => new Date(pg.types.getTypeParser(builtins.TIMESTAMPTZ)(text)).toISOString()
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
