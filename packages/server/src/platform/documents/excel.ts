import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { FIRST_DAY, LAST_DAY, zones } from '@vypusk/contract'
import { installationZone } from '../clock.ts'
import type { ExcelBook, ExcelClock, ExcelColumn, ExcelLook, ExcelPart } from './excel/xml.ts'
import { flowApart } from './flow.ts'
import { MEDIA } from './media.ts'
import { dayInWords } from '../text/plain-text.ts'
import { attachment, StreamReply } from '../reply.ts'

/** The thread that writes workbooks. */
const APART = new URL('./excel/apart.ts', import.meta.url)

export interface ExcelTable<Row> {
  /** Name of the sheet; further sheets get a number added. */
  name: string
  columns: ExcelColumn<Row>[]
  /** The number of first columns that stay in view. */
  pinned?: number
  /** The parts that `readInParts` returns, or the `whole` of all rows. */
  parts: AsyncIterable<Row[] | null>
}

/** A table whose parts arrive column by column. */
export interface PreparedTable {
  name: string
  columns: ExcelLook[]
  pinned?: number
  parts: AsyncIterable<ExcelPart | null>
}

interface Between {
  date_from?: string | null | undefined
  date_to?: string | null | undefined
}

/** The file name of a list as the brief requires it: with the dates as ДД.ММ.ГГГГ, open ends omitted. */
export const excelName = (list: string, { date_from, date_to }: Between) =>
  `${[list, ...[date_from, date_to].flatMap((day) => (day ? [dayInWords(day)] : []))].join('_')}.xlsx`

const FIRST_YEAR = Number(FIRST_DAY.slice(0, 4))
const YEARS = Number(LAST_DAY.slice(0, 4)) - FIRST_YEAR + 1
/** Remembered because the time zone of a process does not change. */
let known: { zone: string; clocks: ExcelClock[] } | undefined

/** All clocks that the installation has used and will use, in winter and in summer. Moments are shown with theirs. */
function clocksHere(): ExcelClock[] {
  const zone = installationZone()
  if (known?.zone === zone) return known.clocks
  const halves = Array.from({ length: YEARS * 2 }, (_, n) => Date.UTC(FIRST_YEAR + Math.floor(n / 2), (n % 2) * 6, 1))
  const names = new Map(halves.map((at) => [-new Date(at).getTimezoneOffset(), zones.clockAt(zone, at)]))
  known = { zone, clocks: [...names].map(([offset, name]) => ({ offset, name })) }
  return known.clocks
}

/** All rows as one part, for what is read at once. */
export async function* whole<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  if (rows.length > 0) yield rows
}

/** Number of rows after which the size of the whole can be estimated from the size so far. */
const SAMPLE_ROWS = 4000
/** How long the headers wait for the sample, in ms: an unusual order is sorted before the first row arrives. */
const HEAD_MS = 150
/** Assumed compressed size of a cell if there was no time to measure it. */
const BYTES_A_CELL = 9

/** Converts whole rows into parts for the thread. */
async function* prepared<Row>({ columns, parts }: ExcelTable<Row>): AsyncGenerator<ExcelPart | null> {
  for await (const rows of parts)
    yield (
      rows && {
        rows: rows.length,
        columns: columns.map(({ cell }) => ({ values: Buffer.from(JSON.stringify(rows.map((row) => cell(row)))) })),
      }
    )
}

/**
 * Replies with a workbook written in another thread. `X-Expected-Length` announces the number of bytes, exactly for a small
 * file and estimated from the first rows for a large one, so that the progress shown is right. A failure before the query
 * has started gets a proper error reply; a later one cuts the file off.
 * @param count counts the rows
 */
export const excelReply = <Row>(
  fileName: string,
  table: ExcelTable<Row>,
  count: () => Promise<number>,
): Promise<StreamReply> =>
  preparedReply(
    fileName,
    {
      ...table,
      columns: table.columns.map(({ title, width, inLines }) => ({ title, width, ...(inLines && { inLines }) })),
      parts: prepared(table),
    },
    count,
  )

/** The same for a table that arrives column by column. */
export async function preparedReply(
  fileName: string,
  { parts, ...book }: PreparedTable,
  count: () => Promise<number>,
): Promise<StreamReply> {
  const taken = takenFrom(parts)
  const source = flowApart(APART, { ...book, clocks: clocksHere() } satisfies ExcelBook, taken.parts)
  const counted = Promise.all([count(), taken.isUnderWay, pause(HEAD_MS)])
  // A small workbook is finished soon, and then its exact length is known.
  const late = counted.then(([total]) => (total > SAMPLE_ROWS ? null : new Promise<never>(() => {})))
  const beginning = await begin(source, late, () => taken.rows() >= SAMPLE_ROWS).catch((error: unknown) => {
    // Whichever side failed, the source may still be waiting for the database.
    source.return(undefined).catch(() => {})
    throw error
  })
  const [total] = beginning.ended ? [0] : await counted
  const expected = expectedOf(beginning, { total, rows: taken.rows(), columns: book.columns.length })
  return new StreamReply(Readable.from(continued(beginning.first, source), { objectMode: false }), {
    'Content-Type': MEDIA.workbook,
    'Content-Disposition': attachment(fileName),
    'X-Expected-Length': String(expected),
  })
}

/** Reads parts one ahead of the writer, and counts the rows that have been written. */
function takenFrom(parts: PreparedTable['parts']) {
  const underWay = Promise.withResolvers<void>()
  let rows = 0
  async function* taken(): AsyncGenerator<ExcelPart> {
    for await (const part of oneAhead(parts)) {
      underWay.resolve()
      if (part === null) continue
      yield part
      // The next part is requested once the bytes of this one are written.
      rows += part.rows
    }
  }
  return { parts: taken(), rows: () => rows, isUnderWay: underWay.promise }
}

/** Reads the next part while the present one is written. */
async function* oneAhead<Part>(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  const source = parts[Symbol.asyncIterator]()
  let next = source.next()
  try {
    for (;;) {
      const { value, done } = await next
      if (done) return
      next = source.next()
      // The error is thrown to the reader of that part, if it still reads.
      next.catch(() => {})
      yield value
    }
  } finally {
    await source.return?.()
  }
}

interface Beginning {
  first: Promise<IteratorResult<Buffer>>[]
  /** Total size of the pieces that count for the estimate, in bytes. */
  bytes: number
  ended: boolean
}

/** Takes bytes until there are enough for an estimate, or the time is up. */
async function begin(source: AsyncGenerator<Buffer>, late: Promise<null>, isEnough: () => boolean): Promise<Beginning> {
  const first: Beginning['first'] = []
  let bytes = 0
  for (;;) {
    const next = source.next()
    first.push(next)
    const piece = await Promise.race([next, late])
    // A later failure is thrown to the reader.
    if (piece === null) next.catch(() => {})
    if (piece?.done) return { first, bytes, ended: true }
    // This piece belongs to rows after the counted ones.
    if (piece === null || isEnough()) return { first, bytes, ended: false }
    bytes += piece.value.length
  }
}

interface Whole {
  /** Number of rows in the whole workbook. */
  total: number
  /** Number of rows written so far. */
  rows: number
  columns: number
}

function expectedOf({ bytes, ended }: Beginning, { total, rows, columns }: Whole): number {
  if (ended) return bytes
  return rows > 0 ? Math.round((bytes / rows) * Math.max(total, rows)) : total * columns * BYTES_A_CELL
}

/** Not a generator: one that was never started would not close its source when the caller has left. */
const continued = (
  first: Promise<IteratorResult<Buffer>>[],
  source: AsyncGenerator<Buffer>,
): AsyncIterable<Buffer> => ({
  [Symbol.asyncIterator]: () => ({
    next: () => first.shift() ?? source.next(),
    return: () => source.return(undefined),
  }),
})
