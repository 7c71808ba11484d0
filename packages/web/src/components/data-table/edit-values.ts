import { formatDuration, parseDuration } from '../../ui/duration.ts'
import type { CellEdit } from './types.ts'

/** Between what is typed into a cell and what is saved. Pure. */

type Typed<Row> = Exclude<CellEdit<Row>, { kind: 'check' }>

/** The value as it stands in the editor. */
export function typedOf<Row>(edit: Typed<Row>, row: Row): string {
  if (edit.kind === 'text') return edit.value(row)
  const value = edit.value(row)
  if (value === null) return ''
  return edit.kind === 'duration' ? formatDuration(value) : String(value)
}

export type Read<Row> = { fault: string } | { fault: null; save: (row: Row) => void }

/** 10 000 hours, the contract's own limit of production time. */
const LONGEST = 600_000
const DURATION_FAULT = 'Часы: 7:30, 7,5 или 90м'

function readDuration(typed: string): number | null | undefined {
  if (typed === '') return null
  const minutes = parseDuration(typed)
  return minutes === null || minutes > LONGEST ? undefined : minutes
}

const readNumber = (typed: string, min: number, max: number): number | null | undefined => {
  if (typed === '') return null
  const value = Number(typed)
  return Number.isInteger(value) && value >= min && value <= max ? value : undefined
}

/** What saving would do, or why what was typed does not fit. */
export function readTyped<Row>(edit: Typed<Row>, typed: string): Read<Row> {
  const text = typed.trim()
  if (edit.kind === 'text') return { fault: null, save: (row) => edit.save(row, text) }
  const value = edit.kind === 'duration' ? readDuration(text) : readNumber(text, edit.min, edit.max)
  if (value !== undefined) return { fault: null, save: (row) => edit.save(row, value) }
  return { fault: edit.kind === 'duration' ? DURATION_FAULT : `Число от ${edit.min} до ${edit.max} или пусто` }
}
