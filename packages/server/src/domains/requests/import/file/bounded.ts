import { isLongerThan, requests } from '@vypusk/contract'
import { ImportRefused } from '../refused.ts'
import type { TableRow } from './table.ts'

/** A cell of Excel holds 32 767 characters; a text file may have longer ones. */
export const MOST_COLUMNS = 500
export const MOST_CELL = 200_000
const TOO_MANY = `В файле больше ${requests.MAX_IMPORT_ROWS} строк. Разделите его на части`

/**
 * The same rows, as long as there are not too many and none is too wide or too long.
 * @throws ImportRefused with the limit and the row
 */
export async function* bounded(rows: AsyncIterable<TableRow>): AsyncGenerator<TableRow> {
  let count = 0
  for await (const row of rows) {
    // The first row is the header.
    if (count > requests.MAX_IMPORT_ROWS) throw new ImportRefused(TOO_MANY)
    count += 1
    if (row.cells.length > MOST_COLUMNS) {
      throw new ImportRefused(`Строка ${row.line}: больше ${MOST_COLUMNS} столбцов. Оставьте только нужные`)
    }
    if (row.cells.some((cell) => isLongerThan(cell, MOST_CELL))) {
      throw new ImportRefused(`Строка ${row.line}: в ячейке больше ${MOST_CELL} символов`)
    }
    yield row
  }
}
