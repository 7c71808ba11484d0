import { Readable } from 'node:stream'
import { cellXml, CONTENT_TYPE, partsAround, sheetHead, sheetTail, type ExcelColumn } from './excel-xml.ts'
import { attachment, StreamReply } from './reply.ts'
import { zip, type ZipEntry } from './zip.ts'

export interface ExcelTable<Row> {
  /** Name of the sheet; further sheets get a number added. */
  name: string
  columns: ExcelColumn<Row>[]
  /** Rows in parts; each part becomes one piece of the file. */
  parts: AsyncIterable<Row[]>
}

/** Limits of Excel, and of an archive entry with room for one more part. */
const MOST_ROWS = 1_048_576
const MOST_CHARACTERS = 1_200_000_000

async function* sheetPieces<Row>(
  columns: ExcelColumn<Row>[],
  rest: Rest<Row>,
  mostRows: number,
): AsyncGenerator<string> {
  yield sheetHead(columns)
  let row = 1
  let characters = 0
  while (rest.part.length > 0 && characters < MOST_CHARACTERS) {
    const some = rest.part.splice(0, mostRows - row)
    if (some.length === 0) break
    const xml = some.map((each) => rowXml(columns, each, (row += 1))).join('')
    characters += xml.length
    yield xml
    await rest.refill()
  }
  yield sheetTail(columns.length, row)
}

const rowXml = <Row>(columns: ExcelColumn<Row>[], row: Row, number: number) =>
  `<row r="${number}">${columns.map(({ cell }, column) => cellXml(cell(row), column, number)).join('')}</row>`

interface Rest<Row> {
  /** Rows that are not written yet; empty at the end. */
  part: Row[]
  refill: () => Promise<void>
}

async function* sheets<Row>({ name, columns, parts }: ExcelTable<Row>, mostRows: number): AsyncGenerator<ZipEntry> {
  const source = parts[Symbol.asyncIterator]()
  const rest: Rest<Row> = {
    part: [],
    refill: async () => {
      while (rest.part.length === 0) {
        const { value, done } = await source.next()
        if (done) return
        rest.part = value
      }
    },
  }
  try {
    await rest.refill()
    let count = 0
    do {
      count += 1
      yield { name: `xl/worksheets/sheet${count}.xml`, pieces: sheetPieces(columns, rest, mostRows) }
    } while (rest.part.length > 0)
    yield* partsAround(name, count)
  } finally {
    await source.return?.()
  }
}

/**
 * Generates an .xlsx piece by piece: memory use is that of one part, whatever the number of rows.
 * @param mostRows the most rows of a sheet, including its header; then a new sheet begins
 */
export const workbook = <Row>(table: ExcelTable<Row>, mostRows = MOST_ROWS): AsyncGenerator<Buffer> =>
  zip(sheets(table, mostRows))

const inRussian = (day: string) => day.split('-').toReversed().join('.')

interface Between {
  date_from?: string | null | undefined
  date_to?: string | null | undefined
}

/** The file name that the brief wants for a list: with the dates as ДД.ММ.ГГГГ, open ends omitted. */
export const excelName = (list: string, { date_from, date_to }: Between) =>
  `${[list, ...[date_from, date_to].flatMap((day) => (day ? [inRussian(day)] : []))].join('_')}.xlsx`

/** After this many rows, the total size can be estimated from the size so far. */
const SAMPLE_ROWS = 4000

/**
 * Replies with a workbook. `X-Expected-Length` gives the number of bytes to come, exactly for a small file and
 * estimated from the first rows for a large one, so that the browser can show real progress.
 * @param total expected number of rows
 */
export async function excelReply<Row>(fileName: string, table: ExcelTable<Row>, total: number): Promise<StreamReply> {
  let rows = 0
  // Counted when the next part is requested: by then the bytes of this one have been yielded.
  async function* counted() {
    for await (const part of table.parts) {
      const { length } = part
      yield part
      rows += length
    }
  }
  const source = workbook({ ...table, parts: counted() })
  const { first, bytes, ended } = await begin(source, () => rows >= SAMPLE_ROWS)
  const expected = ended ? bytes : Math.round((bytes / rows) * Math.max(total, rows))
  return new StreamReply(Readable.from(continued(first, source), { objectMode: false }), {
    'Content-Type': CONTENT_TYPE,
    'Content-Disposition': attachment(fileName),
    'X-Expected-Length': String(expected),
  })
}

/** @returns the first pieces, and the number of bytes that belong to the counted rows */
async function begin(source: AsyncGenerator<Buffer>, enough: () => boolean) {
  const first: Buffer[] = []
  let bytes = 0
  for (;;) {
    const { value, done } = await source.next()
    if (done) return { first, bytes, ended: true }
    first.push(value)
    // This piece belongs to rows after the counted ones.
    if (enough()) return { first, bytes, ended: false }
    bytes += value.length
  }
}

/** Not a generator: one that was never started would not close its source when the caller disconnects. */
const continued = (first: Buffer[], source: AsyncGenerator<Buffer>): AsyncIterable<Buffer> => ({
  [Symbol.asyncIterator]: () => ({
    next: async () => {
      const value = first.shift()
      return value ? { value, done: false } : source.next()
    },
    return: () => source.return(undefined),
  }),
})
