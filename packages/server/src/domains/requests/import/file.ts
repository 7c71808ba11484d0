import { createReadStream } from 'node:fs'
import { readText, type Encoding } from './encoding.ts'
import { inParts } from './parts.ts'
import { ImportRefused } from './refused.ts'
import { spool, type Spool } from './spool.ts'
import { bounded } from './bounded.ts'
import { csvRows, separatorOf, type TableRow } from './table.ts'
import { isWorkbook, workbookRows } from './workbook.ts'

/** What the rows are kept under. */
export const ROWS = 'rows'

/** No text has it; a picture, a document and a workbook of the old kind have. */
const NOT_OF_TEXT = '\0'

interface Format {
  encoding: Encoding | 'Excel'
  /** '' in a workbook. */
  separator: string
}

export interface Table extends Format {
  header: string[]
  rows: Spool<TableRow>
}

/**
 * A file as a table, whatever it is: a workbook by its first bytes, else text.
 * @param folder where the rows go: they are read more than once, and a file of any length is no matter of memory
 * @throws ImportRefused when it is neither
 */
export async function readTable(path: string, folder: string): Promise<Table> {
  const { rows: all, ...format } = await recognise(path)
  const rows = bounded(all)
  const first = await rows.next()
  if (first.done) throw new ImportRefused('Файл пуст')
  const header = first.value.cells.map((cell) => cell.trim())
  return { ...format, header, rows: await spool(folder, ROWS, inParts(rows)) }
}

async function recognise(path: string): Promise<Format & { rows: AsyncGenerator<TableRow> }> {
  const head = (await firstOf<Uint8Array>(createReadStream(path))) ?? new Uint8Array()
  if (isWorkbook(head)) return { encoding: 'Excel', separator: '', rows: workbookRows(path) }
  const { encoding, chunks } = await readText(path, head)
  const beginning = (await firstOf(chunks())) ?? ''
  if (beginning.includes(NOT_OF_TEXT)) throw new ImportRefused('Это не таблица. Нужен файл CSV или Excel (.xlsx)')
  const separator = separatorOf(beginning)
  return { encoding, separator, rows: csvRows(chunks(), separator) }
}

/** The rest is let go of. */
async function firstOf<Item>(items: AsyncIterable<Item>): Promise<Item | undefined> {
  for await (const item of items) return item
  return undefined
}
