import { readSheet } from 'read-excel-file/node'
import { decode, type Decoded } from './decode.ts'
import { ImportRefused } from './refused.ts'
import { readTable, type Table } from './table.ts'

export interface FileTable extends Table {
  encoding: Decoded['encoding'] | 'Excel'
}

const isWorkbook = ([first, second, third, fourth]: Uint8Array) =>
  first === 0x50 && second === 0x4b && third === 0x03 && fourth === 0x04

/**
 * A file as a table, whatever it is: a workbook by its first bytes, else text.
 * @throws ImportRefused when it is neither
 */
export async function readFile(bytes: Uint8Array): Promise<FileTable> {
  if (isWorkbook(bytes)) return { ...(await readWorkbook(bytes)), encoding: 'Excel' }
  const { text, encoding } = decode(bytes)
  return { ...readTable(text), encoding }
}

type CellValue = string | number | boolean | Date | null

const MINUTE_MS = 60_000
/** Day 0 of a workbook: what stands on it is a duration, not a moment. */
const DAY_ZERO = Date.UTC(1899, 11, 30)
const FIRST_YEAR = 1901

function inText(value: CellValue): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'да' : 'нет'
  if (!(value instanceof Date)) return String(value)
  if (value.getUTCFullYear() >= FIRST_YEAR) return value.toISOString()
  const minutes = Math.round((value.getTime() - DAY_ZERO) / MINUTE_MS)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

/** The first sheet; rows shorter than the head are filled up, as a workbook leaves empty cells out. */
async function readWorkbook(bytes: Uint8Array): Promise<Table> {
  const sheet = await readSheet(Buffer.from(bytes)).catch(() => {
    throw new ImportRefused('Файл Excel не удалось разобрать. Сохраните его заново как .xlsx')
  })
  const rows = sheet.map((cells, index) => ({ line: index + 1, cells: cells.map((cell) => inText(cell as CellValue)) }))
  const [head, ...rest] = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (!head) throw new ImportRefused('Файл пуст')
  const header = head.cells.map((cell) => cell.trim())
  const filled = (cells: string[]) => [...cells, ...Array.from({ length: header.length - cells.length }, () => '')]
  return {
    header,
    rows: rest.map(({ line, cells }) => ({ line, cells: cells.length < header.length ? filled(cells) : cells })),
    separator: '',
  }
}
