/**
 * A cell and what follows it. Spreadsheets put a cell with line ends or tabs into quotes, doubling its own; any other
 * cell comes as it is, quotes included.
 */
const CELL = /(?:"(?<quoted>(?:[^"]|"")*[\t\n](?:[^"]|"")*)"(?=\t|\n|$)|(?<plain>[^\t\n]*))(?<end>\t|\n|$)/gy

/** The cells of rows copied in a spreadsheet, without the spaces around them. */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  // Excel ends what it copies with a line end.
  for (const { groups } of text.replaceAll('\r\n', '\n').replace(/\n$/, '').matchAll(CELL)) {
    row.push((groups?.['quoted']?.replaceAll('""', '"') ?? groups?.['plain'] ?? '').trim())
    if (groups?.['end'] === '\t') continue
    rows.push(row)
    row = []
    if (groups?.['end'] === '') break
  }
  return rows
}

/** The first cell of each row: what is pasted into a column may be wider than it. */
export const firstCells = (text: string): string[] => cellsOf(text).map(([cell = '']) => cell)
