import type { RowReader } from './columns.ts'
import type { DateOrder } from './dates.ts'
import type { Unit } from './estimates.ts'
import type { Choice, Values } from '../words/values.ts'

/** How cells are read. */
export interface Reading {
  rows: RowReader
  values: Values
  order: DateOrder
  /**
   * The company for requests that were not visible to everybody; undefined if they belong to their own company like the
   * others.
   */
  closed: number | undefined
  unit: Unit
  /** The time zone of dates without an offset. */
  zone: string
  /** The people chosen for names of the source, including names that are in no column. */
  authors: Record<string, Choice>
  /** The company of rows that name none; null if it does not exist yet. */
  company: number | null
  /** The account of a person in a company. */
  accountIn: (id: number, idcomp: number | null) => number
}
