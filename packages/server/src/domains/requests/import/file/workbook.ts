import { Readable } from 'node:stream'
import { bytesOf, type OnRead } from './bytes.ts'
import { ImportRefused } from '../refused.ts'
import { firstShown } from './sheets.ts'
import type { TableRow } from './table.ts'
import { checkWorkbook } from './zip-guard.ts'

type CellValue = string | number | boolean | Date | null

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
// The thread that reads a workbook loads no more than it needs, so not the contract for its constant.
const DAY_MS = 24 * 60 * MINUTE_MS
/** Dates before this year are durations: the import reads no days before it, and no estimate takes this long. */
const FIRST_YEAR = 2000
/** When the calendar of a workbook begins: usually the first, in workbooks of older programs the second. */
const [BEGINNING, OTHER_BEGINNING] = [Date.UTC(1899, 11, 31), Date.UTC(1904, 0, 1)]
/** The calendar that begins first has a 29 February in this year, which the reader leaves out. */
const AFTER_LEAP_DAY = Date.UTC(1900, 2, 1)

/** The rows of a sheet. */
const MOST_ROWS = 1_048_576
const BROKEN = 'Файл Excel не удалось разобрать. Сохраните его заново как .xlsx'

function durationInText(moment: number): string {
  const passed =
    moment >= OTHER_BEGINNING ? moment - OTHER_BEGINNING : moment - BEGINNING + (moment >= AFTER_LEAP_DAY ? DAY_MS : 0)
  const minutes = Math.round(passed / MINUTE_MS)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

/** Workbooks store the time of day of no zone, and fractions of days that are a few milliseconds off. */
const timeInText = (moment: number) =>
  new Date(Math.round(moment / SECOND_MS) * SECOND_MS).toISOString().slice(0, 'YYYY-MM-DDTHH:mm:ss'.length)

/** Formulas give 2.8e-17 for nothing, and numbers with an exponent are read nowhere. */
const inDigits = (value: number): string => (value !== 0 && Math.abs(value) < 1e-6 ? value.toFixed(20) : String(value))

function inText(value: CellValue): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'да' : 'нет'
  if (typeof value === 'number') return inDigits(value)
  if (!(value instanceof Date)) return value
  return (value.getUTCFullYear() < FIRST_YEAR ? durationInText : timeInText)(value.getTime())
}

export const isWorkbook = ([first, second, third, fourth]: Uint8Array) =>
  first === 0x50 && second === 0x4b && third === 0x03 && fourth === 0x04

/**
 * Reads the first sheet that is not hidden row by row, without empty rows. All rows are padded to the length of the
 * first, because a workbook leaves out empty cells and stores cells that only have a format.
 * @throws ImportRefused if it is not a workbook
 */
export async function* workbookRows(path: string, onRead: OnRead): AsyncGenerator<TableRow> {
  const { HucreError, streamXlsxRows } = await import('hucre')
  const sheet = await firstShown(path, await checkWorkbook(path))
  let [width, last] = [0, -1]
  try {
    for await (const { index, values } of streamXlsxRows(
      Readable.toWeb(Readable.from(bytesOf(path, onRead), { objectMode: false })),
      { sheet },
    )) {
      // The reader takes the number that a row gives itself, whatever it is.
      if (!Number.isInteger(index) || index <= last || index >= MOST_ROWS) throw new ImportRefused(BROKEN)
      last = index
      const cells = trimmed(values.map(inText))
      if (cells.length === 0) continue
      width ||= cells.length
      while (cells.length < width) cells.push('')
      yield { line: index + 1, cells }
    }
  } catch (error) {
    if (!(error instanceof HucreError)) throw error
    throw new ImportRefused(BROKEN)
  }
}

const trimmed = (cells: string[]) => cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)
