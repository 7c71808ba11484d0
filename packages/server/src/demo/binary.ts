/**
 * PostgreSQL's binary format of COPY (its manual, "COPY", "Binary Format"). It saves both sides converting numbers and
 * moments to text and back, which is a third of the work of loading.
 */

export type Value = string | number | boolean | null | undefined | readonly (string | number)[]
export type Row = readonly Value[]

/** The beginning of a stream: signature, no flags, no extension. */
export const head = Buffer.from('PGCOPY\n\xFF\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
/** The end of a stream. */
export const tail = Buffer.from([0xff, 0xff])

/**
 * Writes a value without its length at a position.
 * @returns the position after it
 */
type Write = (bytes: Buffer, at: number, value: Value) => number

const NOTHING = -1
/** Its length, number of dimensions, whether it has nulls, element type, number of elements, index of the first. */
const LIST_HEAD = 24
const TWO_TO_32 = 2 ** 32
const DAYS_TO_2000 = 10_957
const MS_TO_2000 = DAYS_TO_2000 * 86_400_000

const int2 = (bytes: Buffer, at: number, value: number) => bytes.writeInt16BE(value, at)
const int4 = (bytes: Buffer, at: number, value: number) => bytes.writeInt32BE(value, at)
const int8 = (bytes: Buffer, at: number, value: number) =>
  bytes.writeUInt32BE(value - Math.floor(value / TWO_TO_32) * TWO_TO_32, int4(bytes, at, Math.floor(value / TWO_TO_32)))
const text = (bytes: Buffer, at: number, value: string) => at + bytes.write(value, at)

const of =
  <Type extends Value>(
    isOne: (value: Value) => value is Type,
    write: (bytes: Buffer, at: number, value: Type) => number,
  ): Write =>
  (bytes, at, value) => {
    if (!isOne(value)) throw new Error(`${JSON.stringify(value)} is not what the column takes`)
    return write(bytes, at, value)
  }
const isNumber = (value: Value) => typeof value === 'number'
const isText = (value: Value) => typeof value === 'string'
const isTruth = (value: Value) => typeof value === 'boolean'
const isList = (value: Value): value is readonly (string | number)[] => Array.isArray(value)

/** Lists have one dimension starting at 1 and no nulls; empty ones have no dimension. */
const list = (elementOid: number, write: Write) =>
  of(isList, (bytes, at, values) => {
    const [dimensions, missing] = [values.length > 0 ? 1 : 0, 0]
    let end = int4(bytes, int4(bytes, int4(bytes, at, dimensions), missing), elementOid)
    if (dimensions) end = int4(bytes, int4(bytes, end, values.length), 1)
    for (const value of values) end = measured(write, bytes, end, value)
    return end
  })

/** Writers by the names of PostgreSQL's types. Moments are milliseconds since 1970, dates are days since then. */
const writers: Record<string, Write> = {
  smallint: of(isNumber, int2),
  integer: of(isNumber, int4),
  bigint: of(isNumber, int8),
  boolean: of(isTruth, (bytes, at, value) => bytes.writeUInt8(value ? 1 : 0, at)),
  text: of(isText, text),
  // The version of the format is always 1.
  jsonb: of(isText, (bytes, at, value) => text(bytes, bytes.writeUInt8(1, at), value)),
  uuid: of(isText, (bytes, at, value) => at + bytes.write(value.replaceAll('-', ''), at, 'hex')),
  // Given as hex.
  bytea: of(isText, (bytes, at, value) => at + bytes.write(value, at, 'hex')),
  date: of(isNumber, (bytes, at, day) => int4(bytes, at, day - DAYS_TO_2000)),
  'timestamp with time zone': of(isNumber, (bytes, at, moment) => int8(bytes, at, (moment - MS_TO_2000) * 1000)),
  'time without time zone': of(isText, (bytes, at, value) => int8(bytes, at, minutesOf(value) * 60_000_000)),
}
writers['integer[]'] = list(23, of(isNumber, int4))
writers['text[]'] = list(25, of(isText, text))

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

function measured(write: Write, bytes: Buffer, at: number, value: Value): number {
  const end = write(bytes, at + 4, value)
  int4(bytes, at, end - at - 4)
  return end
}

export interface RowWriter {
  /** An upper limit for the bytes of the row. */
  roomFor(row: Row): number
  /**
   * Writes the row at a position with enough room.
   * @returns the position after it
   */
  write(bytes: Buffer, at: number, row: Row): number
}

/** @throws Error for a type that is not supported yet */
export function rowWriter(types: readonly string[]): RowWriter {
  const columns = types.map((type) => {
    const write = writers[type]
    if (!write) throw new Error(`no binary form of ${type} is known`)
    return write
  })
  return {
    roomFor: (row) => row.reduce<number>((room, value) => room + roomOf(value), 2),
    write: (bytes, at, row) => {
      if (row.length !== columns.length) throw new Error(`a row of ${row.length} for ${columns.length} columns`)
      let end = int2(bytes, at, columns.length)
      for (let index = 0; index < columns.length; index++) {
        const value = row[index]
        const write = columns[index]
        end =
          value === null || value === undefined || !write
            ? int4(bytes, end, NOTHING)
            : measured(write, bytes, end, value)
      }
      return end
    },
  }
}

/** Length and value; a unit of a string takes at most three bytes in UTF-8. */
function roomOf(value: Value): number {
  if (typeof value === 'string') return 5 + value.length * 3
  return isList(value) ? value.reduce<number>((room, one) => room + roomOf(one), LIST_HEAD) : 12
}
