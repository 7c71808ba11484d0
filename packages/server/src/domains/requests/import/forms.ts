import type { RowReader } from './columns.ts'
import type { DateOrder } from './dates.ts'
import type { Unit } from './estimates.ts'
import type { Choice, Values } from './values.ts'

/** How cells are read. */
export interface Reading {
  rows: RowReader
  values: Values
  order: DateOrder
  /** The company of what was not shown to everybody there; undefined: of its own, like the others. */
  closed: number | undefined
  unit: Unit
  /** Whose clock dates without an offset are by. */
  zone: string
  /** Who the names of the source were said to be, also those that stand in no column of their own. */
  authors: Record<string, Choice>
}
