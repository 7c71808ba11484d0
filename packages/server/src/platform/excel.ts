import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { FIRST_DAY, LAST_DAY, zones } from '@vypusk/contract'
import { installationZone } from './clock.ts'
import {
  CONTENT_TYPE,
  type ExcelBook,
  type ExcelClock,
  type ExcelColumn,
  type ExcelLook,
  type ExcelPart,
} from './excel-xml.ts'
import { flowApart } from './flow.ts'
import { attachment, StreamReply } from './reply.ts'

/** The thread that writes workbooks. */
const APART = new URL('./excel-apart.ts', import.meta.url)

export interface ExcelTable<Row> {
  /** Name of the sheet; further sheets get a number added. */
  name: string
  columns: ExcelColumn<Row>[]
  /** What `readInParts` gives, or whole rows at once. */
  parts: AsyncIterable<Row[] | null>
}

/** A table whose parts come column by column. */
export interface PreparedTable {
  name: string
  columns: ExcelLook[]
  parts: AsyncIterable<ExcelPart | null>
}

const inRussian = (day: string) => day.split('-').toReversed().join('.')

interface Between {
  date_from?: string | null | undefined
  date_to?: string | null | undefined
}

/** The file name that the brief wants for a list: with the dates as ДД.ММ.ГГГГ, open ends omitted. */
export const excelName = (list: string, { date_from, date_to }: Between) =>
  `${[list, ...[date_from, date_to].flatMap((day) => (day ? [inRussian(day)] : []))].join('_')}.xlsx`

const FIRST_YEAR = Number(FIRST_DAY.slice(0, 4))
const YEARS = Number(LAST_DAY.slice(0, 4)) - FIRST_YEAR + 1
/** A process lives in one zone. */
let known: { zone: string; clocks: ExcelClock[] } | undefined

/** The clocks that the installation has had and will have, by winter and by summer: moments are shown with theirs. */
function clocksHere(): ExcelClock[] {
  const zone = installationZone()
  if (known?.zone === zone) return known.clocks
  const halves = Array.from({ length: YEARS * 2 }, (_, n) => Date.UTC(FIRST_YEAR + Math.floor(n / 2), (n % 2) * 6, 1))
  const names = new Map(halves.map((at) => [-new Date(at).getTimezoneOffset(), zones.clockAt(zone, at)]))
  known = { zone, clocks: [...names].map(([offset, name]) => ({ offset, name })) }
  return known.clocks
}

/** Rows after which the size of the whole can be told from the size so far. */
const SAMPLE_ROWS = 4000
/** So long the head waits for them: a list in an order of its own is sorted before its first row comes. */
const HEAD_MS = 150
/** What a cell comes to, packed, where there was no time to find out. */
const BYTES_A_CELL = 9

/** The same as it is written, from whole rows. */
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
 * A reply that is a workbook, written in another thread. `X-Expected-Length` says how many bytes are to come, exactly for a
 * small file and by its first rows for a large one, so that whoever waits sees a true progress. What fails before the
 * query is under way is refused in words; what fails after it cuts the file off.
 * @param count how many rows there will be
 */
export const excelReply = <Row>(
  fileName: string,
  table: ExcelTable<Row>,
  count: () => Promise<number>,
): Promise<StreamReply> =>
  preparedReply(
    fileName,
    { ...table, columns: table.columns.map(({ title, width }) => ({ title, width })), parts: prepared(table) },
    count,
  )

/** The same of what comes column by column. */
export async function preparedReply(
  fileName: string,
  { name, columns, parts }: PreparedTable,
  count: () => Promise<number>,
): Promise<StreamReply> {
  const taken = takenFrom(parts)
  const source = flowApart(APART, { name, columns, clocks: clocksHere() } satisfies ExcelBook, taken.parts)
  const counted = Promise.all([count(), taken.isUnderWay, pause(HEAD_MS)])
  // A small book is written soon, and its length is known then.
  const late = counted.then(([total]) => (total > SAMPLE_ROWS ? null : new Promise<never>(() => {})))
  const beginning = await begin(source, late, () => taken.rows() >= SAMPLE_ROWS).catch((error: unknown) => {
    // It may still wait for the database, whoever has failed.
    source.return(undefined).catch(() => {})
    throw error
  })
  const [total] = beginning.ended ? [0] : await counted
  const expected = expectedOf(beginning, { total, rows: taken.rows(), columns: columns.length })
  return new StreamReply(Readable.from(continued(beginning.first, source), { objectMode: false }), {
    'Content-Type': CONTENT_TYPE,
    'Content-Disposition': attachment(fileName),
    'X-Expected-Length': String(expected),
  })
}

/** Parts one ahead of whoever writes them, and how many of their rows are written. */
function takenFrom(parts: PreparedTable['parts']) {
  const underWay = Promise.withResolvers<void>()
  let rows = 0
  async function* taken(): AsyncGenerator<ExcelPart> {
    for await (const part of oneAhead(parts)) {
      underWay.resolve()
      if (part === null) continue
      yield part
      // Asked for the next one: the bytes of this one are out.
      rows += part.rows
    }
  }
  return { parts: taken(), rows: () => rows, isUnderWay: underWay.promise }
}

/** The next part is read while this one is written. */
async function* oneAhead<Part>(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  const source = parts[Symbol.asyncIterator]()
  let next = source.next()
  try {
    for (;;) {
      const { value, done } = await next
      if (done) return
      next = source.next()
      // Heard by whoever asks for it; who has left does not.
      next.catch(() => {})
      yield value
    }
  } finally {
    await source.return?.()
  }
}

interface Beginning {
  first: Promise<IteratorResult<Buffer>>[]
  /** Of the rows counted. */
  bytes: number
  ended: boolean
}

/** Takes bytes until there are enough to go by, or it is late. */
async function begin(source: AsyncGenerator<Buffer>, late: Promise<null>, isEnough: () => boolean): Promise<Beginning> {
  const first: Beginning['first'] = []
  let bytes = 0
  for (;;) {
    const next = source.next()
    first.push(next)
    const piece = await Promise.race([next, late])
    // What fails later is heard by whoever reads it.
    if (piece === null) next.catch(() => {})
    if (piece?.done) return { first, bytes, ended: true }
    // This piece is of the rows after those counted.
    if (piece === null || isEnough()) return { first, bytes, ended: false }
    bytes += piece.value.length
  }
}

interface Whole {
  /** Rows there will be. */
  total: number
  /** Those that were written by now. */
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
