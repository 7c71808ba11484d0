import { pipeline, Readable } from 'node:stream'
import { CsvError, parse, type Options } from 'csv-parse'
import { parse as parseAll } from 'csv-parse/sync'
import { ImportRefused } from '../refused.ts'

export interface TableRow {
  /** The line where the row begins in the file, from 1. */
  line: number
  cells: string[]
}

const SEPARATORS = [',', ';', '\t', '|']
/** The most characters of one row of a text file, including quotes and separators. */
const MOST_RECORD = 4 * 1024 * 1024
/** A file that several programs have written may mix line ends. */
const LINE_ENDS = ['\r\n', '\n', '\r']
const OPTIONS = {
  bom: true,
  record_delimiter: LINE_ENDS,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
} satisfies Options

/** The separator declared by a first line `sep=;`, as in Excel. */
export const separatorNamed = (beginning: string): string | undefined =>
  /^"?sep=([,;\t|])"?\r?(?:\n|$)/i.exec(beginning)?.[1]

/** The separator that splits the header into the most cells. */
export function separatorOf(beginning: string): string {
  const counted = SEPARATORS.map((separator) => ({ separator, cells: cellsBy(separator, beginning) }))
  return counted.toSorted((a, b) => b.cells - a.cells)[0]?.separator ?? ','
}

function cellsBy(delimiter: string, beginning: string): number {
  try {
    return parseAll(beginning, { ...OPTIONS, delimiter, to: 1 })[0]?.length ?? 0
  } catch (error) {
    if (error instanceof CsvError) return 0
    throw error
  }
}

const count = (cells: string[], what: RegExp) => cells.reduce((sum, cell) => sum + (cell.match(what)?.length ?? 0), 0)

/**
 * Reads CSV text as rows of cells, no faster than they are consumed.
 * @param from_line where the table begins, from 1
 * @throws ImportRefused if it is not a table
 */
export async function* csvRows(
  text: AsyncIterable<string>,
  delimiter: string,
  from_line: number,
): AsyncGenerator<TableRow> {
  // With `info` each record comes with the parser's position: the line on which the record ends.
  const records: AsyncIterable<{ record: string[]; info: { lines: number } }> = pipeline(
    Readable.from(text),
    parse({ ...OPTIONS, delimiter, from_line, info: true, max_record_size: MOST_RECORD }),
    // An error is thrown by the iteration.
    () => {},
  )
  // The parser counts a line end of two characters inside quotes as two lines.
  let doubled = 0
  try {
    for await (const { record, info } of records) {
      doubled += count(record, /\r\n/g)
      yield { line: info.lines - doubled - count(record, /\r\n|\r|\n/g), cells: record }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new ImportRefused(
      `Файл не удалось разобрать: строка ${String(error['lines'])}, не закрыта кавычка или она слишком длинная`,
    )
  }
}
