import { SharedNames } from './names.ts'
import { partsAround, rowWriter, sheetHead, sheetTail, type ExcelBook, type ExcelPart, type ReadPart } from './xml.ts'
import type { ZipEntry } from '../zipped/entry.ts'
import { zip } from '../zipped/zip.ts'

/** Limits of Excel, and of an archive entry with room for one more part. */
const MOST_ROWS = 1_048_576
const MOST_BYTES = 2_400_000_000

/** Hands out the rows of all parts, some at a time. */
class Rows {
  readonly #parts: AsyncIterator<ExcelPart>
  readonly #writer: ReturnType<typeof rowWriter>
  #part: ReadPart = { rows: 0, values: [], draws: [] }
  #next = 0

  constructor(book: ExcelBook, shared: SharedNames, parts: AsyncIterator<ExcelPart>) {
    this.#parts = parts
    this.#writer = rowWriter(book, shared)
  }

  /** Whether some rows have not been written yet. */
  async hasMore(): Promise<boolean> {
    while (this.#next === this.#part.rows) {
      const { value, done } = await this.#parts.next()
      if (done) return false
      this.#part = this.#writer.read(value)
      this.#next = 0
    }
    return true
  }

  /**
   * Writes the next rows of the present part.
   * @param most the largest number of rows to write
   * @param line the line of the first one in its sheet
   */
  write(most: number, line: number): { bytes: Buffer; rows: number } {
    const rows = Math.min(most, this.#part.rows - this.#next)
    const bytes = this.#writer.write(this.#part, { from: this.#next, count: rows, line })
    this.#next += rows
    return { bytes, rows }
  }
}

async function* sheetPieces(book: ExcelBook, rest: Rows): AsyncGenerator<string | Buffer> {
  const { columns, mostRows = MOST_ROWS } = book
  yield sheetHead(book)
  let row = 1
  let written = 0
  while (row < mostRows && written < MOST_BYTES && (await rest.hasMore())) {
    const { bytes, rows } = rest.write(mostRows - row, row + 1)
    row += rows
    written += bytes.length
    yield bytes
  }
  yield sheetTail(columns.length, row)
}

async function* sheets(book: ExcelBook, parts: AsyncIterable<ExcelPart>): AsyncGenerator<ZipEntry> {
  const shared = new SharedNames()
  const rest = new Rows(book, shared, parts[Symbol.asyncIterator]())
  let count = 0
  do {
    count += 1
    yield { name: `xl/worksheets/sheet${count}.xml`, pieces: sheetPieces(book, rest) }
  } while (await rest.hasMore())
  yield* partsAround(book, count, shared)
}

/** Writes an .xlsx piece by piece, with one part in memory. The header row is written before any part is read. */
export const workbook = (book: ExcelBook, parts: AsyncIterable<ExcelPart>): AsyncGenerator<Buffer> =>
  zip(sheets(book, parts))
