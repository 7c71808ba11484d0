import { createReadStream } from 'node:fs'
import { readText, type Encoding } from './encoding.ts'
import type { OnRead } from './bytes.ts'
import { tableOfJson } from './json-exports.ts'
import { storable } from '../characters.ts'
import { inParts } from '../parts.ts'
import { ImportRefused } from '../refused.ts'
import { spool, type Spool } from '../spool.ts'
import { bounded } from './bounded.ts'
import { compoundReason, isCompound } from './compound.ts'
import { csvRows, separatorNamed, separatorOf, type TableRow } from './table.ts'
import { isWorkbook, workbookRows } from './workbook.ts'

/** The name under which the rows are stored. */
export const ROWS = 'rows'

/**
 * The share of control characters that no text has: images and documents are full of them, while a database may have
 * left one in a cell.
 */
const MOST_CONTROL = 0.05
const FEW = 3
const isControl = (letter: string) => letter < '\t' || (letter > '\r' && letter < ' ')
const isNoText = (text: string) => {
  const found = Array.from(text).filter(isControl).length
  return found > FEW && found > text.length * MOST_CONTROL
}

const NO_TABLE = 'Это не таблица. Нужен файл CSV, Excel (.xlsx) или JSON'

interface Format {
  encoding: Encoding | 'Excel' | 'JSON'
  /** '' for a workbook. */
  separator: string
}

export interface Table extends Format {
  header: string[]
  rows: Spool<TableRow>
}

/**
 * Reads a file of any kind as a table: a workbook is recognised by its first bytes, anything else is text.
 * @param folder where the rows are stored: they are read more than once, and a long file must not fill the memory
 * @param onRead called with the number of bytes read
 * @throws ImportRefused if it is neither
 */
export async function readTable(path: string, folder: string, onRead: OnRead = () => {}): Promise<Table> {
  const { rows: all, ...format } = await recognise(path, onRead)
  const rows = bounded(all)
  const first = await rows.next()
  if (first.done) throw new ImportRefused('Файл пуст')
  const header = first.value.cells.map((cell) => storable(cell).trim())
  return { ...format, header, rows: await spool(folder, ROWS, inParts(rows)) }
}

async function recognise(path: string, onRead: OnRead): Promise<Format & { rows: AsyncGenerator<TableRow> }> {
  const head = (await firstOf<Uint8Array>(createReadStream(path))) ?? new Uint8Array()
  if (isWorkbook(head)) return { encoding: 'Excel', separator: '', rows: workbookRows(path, onRead) }
  if (isCompound(head)) throw new ImportRefused(await compoundReason(createReadStream(path)))
  const { encoding, chunks } = await readText(path, head, onRead)
  const beginning = (await firstOf(chunks())) ?? ''
  if (isNoText(beginning)) throw new ImportRefused(NO_TABLE)
  if (/^\s*[[{]/.test(beginning)) return { encoding: 'JSON', separator: '', rows: jsonRows(chunks()) }
  const named = separatorNamed(beginning)
  const separator = named ?? separatorOf(beginning)
  return { encoding, separator, rows: csvRows(chunks(), separator, named === undefined ? 1 : 2) }
}

/** The first item; the others are not read. */
async function firstOf<Item>(items: AsyncIterable<Item>): Promise<Item | undefined> {
  for await (const item of items) return item
  return undefined
}

/** A JSON file is read whole, in a thread of its own. */
const MOST_JSON = 64 * 1024 * 1024
const NO_JSON = 'JSON не удалось разобрать: файл повреждён или сохранён не целиком'
const OTHER_JSON = 'В этом JSON нет заявок Jira, YouTrack или Redmine. Выгрузите их в CSV'

/** @throws ImportRefused if it is not JSON, too large, or of another system */
async function* jsonRows(chunks: AsyncIterable<string>): AsyncGenerator<TableRow> {
  const parts: string[] = []
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    if (length > MOST_JSON) throw new ImportRefused('JSON больше 64 МБ. Разделите его на части или выгрузите CSV')
    parts.push(chunk)
  }
  const table = tableOfJson(parsed(parts.join('')))
  if (!table) throw new ImportRefused(OTHER_JSON)
  for (const [index, cells] of table.entries()) yield { line: index + 1, cells }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw new ImportRefused(NO_JSON)
    throw error
  }
}
