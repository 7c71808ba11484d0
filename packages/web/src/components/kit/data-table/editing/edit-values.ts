import { nameAmong } from '@vypusk/contract'
import { formatDay } from '../../../../ui/dates.ts'
import { parseDay } from '../../../../ui/typed-day.ts'
import { formatDuration, readDuration } from '../../../../ui/duration.ts'
import type { CellEdit } from '../types.ts'

/** Conversion between what is typed into a cell and what is saved. Pure. */

/** Kinds of edit in which text is typed, as opposed to being ticked or chosen. */
export type TypedEdit<Row> = Exclude<CellEdit<Row>, { kind: 'check' | 'choice' }>

/** The value as text in the editor. */
export function typedOf<Row>(edit: TypedEdit<Row>, row: Row): string {
  if (edit.kind === 'text' || edit.kind === 'lines') return edit.value(row)
  if (edit.kind === 'day') return edit.value(row) === null ? '' : formatDay(edit.value(row))
  const value = edit.value(row)
  if (value === null) return ''
  return edit.kind === 'duration' ? formatDuration(value) : String(value)
}

export type Read<Row> = { fault: string } | { fault: null; save: (row: Row) => void }

const readNumber = (typed: string, min: number, max: number): number | null | undefined => {
  if (typed === '') return null
  // Otherwise JavaScript would take `0x5` and `1e1` too.
  const value = /^-?\d+$/.test(typed) ? Number(typed) : Number.NaN
  return value >= min && value <= max ? value : undefined
}

function readDay<Row>(edit: Extract<TypedEdit<Row>, { kind: 'day' }>, text: string): Read<Row> {
  const day = text === '' ? null : parseDay(text)
  if (day === null && text !== '') return { fault: 'Дата: ДД.ММ.ГГГГ' }
  return { fault: null, save: (row) => edit.save(row, day) }
}

/** The value as it is read aloud and copied. */
export function textOf<Row>(edit: CellEdit<Row>, row: Row): string {
  if (edit.kind === 'check') return ''
  if (edit.kind !== 'choice') return typedOf(edit, row)
  const value = edit.value(row)
  const options = edit.options(row)
  const chosen = options.find(({ id }) => id === value)
  return chosen ? nameAmong(options, chosen) : ''
}

/**
 * Parses what was typed.
 * @returns how to save it, or why it is not valid
 */
export function readTyped<Row>(edit: TypedEdit<Row>, typed: string): Read<Row> {
  const text = typed.trim()
  if (edit.kind === 'day') return readDay(edit, text)
  if (edit.kind === 'text' || edit.kind === 'lines') return { fault: null, save: (row) => edit.save(row, text) }
  if (edit.kind === 'duration') {
    const read = readDuration(text)
    return read.fault === null ? { fault: null, save: (row) => edit.save(row, read.minutes) } : read
  }
  const value = readNumber(text, edit.min, edit.max)
  if (value !== undefined) return { fault: null, save: (row) => edit.save(row, value) }
  return { fault: `Число от ${edit.min} до ${edit.max} или пусто` }
}
