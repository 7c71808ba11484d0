import { Readable } from 'node:stream'
import { bytesOf, type OnRead } from './bytes.ts'
import { ImportRefused } from './refused.ts'
import type { TableRow } from './table.ts'
import { checkWorkbook } from './zip-guard.ts'

type CellValue = string | number | boolean | Date | null

const MINUTE_MS = 60_000
/** A value in the first days of a workbook's calendar is a duration, not a moment. */
const DAY_ZERO = Date.UTC(1899, 11, 31)
const FIRST_YEAR = 1901

function inText(value: CellValue): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'да' : 'нет'
  if (!(value instanceof Date)) return String(value)
  if (value.getUTCFullYear() >= FIRST_YEAR) return value.toISOString()
  const minutes = Math.round((value.getTime() - DAY_ZERO) / MINUTE_MS)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

export const isWorkbook = ([first, second, third, fourth]: Uint8Array) =>
  first === 0x50 && second === 0x4b && third === 0x03 && fourth === 0x04

/**
 * Reads the first sheet row by row, without empty rows. All rows are padded to the length of the first, because a
 * workbook leaves out empty cells and stores cells that only have a format.
 * @throws ImportRefused if it is not a workbook
 */
export async function* workbookRows(path: string, onRead: OnRead): AsyncGenerator<TableRow> {
  const { HucreError, streamXlsxRows } = await import('hucre')
  await checkWorkbook(path)
  let width = 0
  try {
    for await (const { index, values } of streamXlsxRows(
      Readable.toWeb(Readable.from(bytesOf(path, onRead), { objectMode: false })),
    )) {
      const cells = trimmed(values.map(inText))
      if (cells.length === 0) continue
      width ||= cells.length
      while (cells.length < width) cells.push('')
      yield { line: index + 1, cells }
    }
  } catch (error) {
    if (!(error instanceof HucreError)) throw error
    throw new ImportRefused('Файл Excel не удалось разобрать. Сохраните его заново как .xlsx')
  }
}

const trimmed = (cells: string[]) => cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)
