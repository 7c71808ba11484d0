import { ImportRefused } from './refused.ts'
import type { TableRow } from './table.ts'

/** A sheet of Excel has as many rows; its cells hold 32 767 characters, and a text file is let more. */
export const MOST_ROWS = 1_048_576
export const MOST_COLUMNS = 500
export const MOST_CELL = 200_000

/**
 * The same rows, as long as there are not too many, too wide or too long ones.
 * @throws ImportRefused with what is too much and where
 */
export async function* bounded(rows: AsyncIterable<TableRow>): AsyncGenerator<TableRow> {
  let count = 0
  for await (const row of rows) {
    count += 1
    if (count > MOST_ROWS) throw new ImportRefused(`В файле больше ${MOST_ROWS} строк. Разделите его на части`)
    if (row.cells.length > MOST_COLUMNS) {
      throw new ImportRefused(`Строка ${row.line}: больше ${MOST_COLUMNS} столбцов. Оставьте только нужные`)
    }
    if (row.cells.some((cell) => cell.length > MOST_CELL)) {
      throw new ImportRefused(`Строка ${row.line}: в ячейке больше ${MOST_CELL} символов`)
    }
    yield row
  }
}
