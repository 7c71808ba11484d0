import { CsvError, parse, type Options } from 'csv-parse/sync'
import { ImportRefused } from './refused.ts'

export interface TableRow {
  /** Where the row begins in the file, from 1. */
  line: number
  cells: string[]
}

export interface Table {
  header: string[]
  rows: TableRow[]
  separator: string
}

const SEPARATORS = [',', ';', '\t', '|']
const OPTIONS = { bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true } satisfies Options

/**
 * A CSV text as rows of cells. The separator is the one that parts the header into most cells.
 * @throws ImportRefused when it is no table
 */
export function readTable(text: string): Table {
  const separator = separatorOf(text)
  const [header, ...rows] = records(text, separator)
  if (!header) throw new ImportRefused('Файл пуст')
  return { header: header.cells.map((cell) => cell.trim()), rows, separator }
}

function separatorOf(text: string): string {
  const cellsWith = (separator: string) => records(text, separator, 1)[0]?.cells.length ?? 0
  const counted = SEPARATORS.map((separator) => ({ separator, cells: cellsWith(separator) }))
  return counted.toSorted((a, b) => b.cells - a.cells)[0]?.separator ?? ','
}

const lineBreaks = (cells: string[]) => cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)

function records(text: string, delimiter: string, to?: number): TableRow[] {
  try {
    // With `info` each record comes with where the parser stands: the line the record ends on.
    const found = parse(text, { ...OPTIONS, delimiter, info: true, ...(to && { to }) }) as unknown as {
      record: string[]
      info: { lines: number }
    }[]
    return found.map(({ record, info }) => ({ line: info.lines - lineBreaks(record), cells: record }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new ImportRefused(`Файл не удалось разобрать: строка ${String(error['lines'])}, не закрыта кавычка`)
  }
}
