import type { Page } from '@vypusk/contract'
import type { ReactNode } from 'react'
import type { Entity } from '../../../api/entity.ts'
import type { Schema } from '../list-state/codecs.ts'
import type { Acts } from '../acts/acts.ts'
import type { ListState } from '../list-state/useListState.ts'

export interface TableRow {
  id: number
  /** The thing a row of the log, of what was deleted or sent tells of. */
  entity?: string
  entity_id?: number
}

interface EditOf<Row, Kind extends string, Value> {
  kind: Kind
  value: (row: Row) => Value
  /** Called only with a value that fits and differs; shows the change at once and rolls it back itself. */
  save: (row: Row, value: Value) => void
  /** True, or the reason why this row's value may not be changed. */
  can?: (row: Row) => true | string
}

export interface NumberEdit<Row> extends EditOf<Row, 'number', number | null> {
  min: number
  max: number
}

export interface Choice {
  id: number
  name: string
}

export interface ChoiceEdit<Row> extends EditOf<Row, 'choice', number | null> {
  options: (row: Row) => readonly Choice[]
  /** What choosing nothing is called; without it something has to be chosen. */
  none?: string
}

/** How a cell is changed in place. Durations are minutes, days `YYYY-MM-DD`, lines a text of several. */
export type CellEdit<Row> =
  | NumberEdit<Row>
  | ChoiceEdit<Row>
  | EditOf<Row, 'day', string | null>
  | EditOf<Row, 'lines', string>
  | EditOf<Row, 'duration', number | null>
  | EditOf<Row, 'text', string>
  | EditOf<Row, 'check', boolean>

export interface DataColumn<Row> {
  /** Stable: settings are kept under it. */
  id: string
  title: string
  cell: (row: Row) => ReactNode
  /** Pixels. */
  width: number
  align?: 'end'
  /** Takes the space that is left; one column of a table. */
  grow?: boolean
  /** The list's `order_by` key; `true` when it is the id. */
  sort?: string | true
  /** Cannot be hidden. */
  required?: boolean
  /** Hidden until somebody chooses it. */
  extra?: boolean
  pinned?: boolean
  edit?: CellEdit<Row>
  /** Where it stands in the card that a row becomes on a phone; left out otherwise. */
  phone?: 'title' | 'line'
}

export type Density = 'normal' | 'compact'

/** What a person keeps of a table; unknown columns are dropped and new ones appear by themselves. Pure. */
export type ColumnSettings = {
  order: string[]
  hidden: string[]
  pinned: string[]
  /** Pixels by column; only those somebody changed. */
  widths: Record<string, number>
  density: Density
}

export interface ColumnControl {
  settings: ColumnSettings
  change: (next: ColumnSettings) => void
  reset: () => void
  /** False until the server's answer is known: widths must not jump after the first rows. */
  isReady: boolean
}

/** What the table needs of the list's query. */
export interface ListResult<Row> {
  data: Page<Row> | undefined
  error: unknown
  isFetching: boolean
  /** The data answers the question before. */
  isPlaceholderData?: boolean
  refetch: () => unknown
}

export const orderKey = <Row>(column: DataColumn<Row>): string | null =>
  column.sort === true ? column.id : (column.sort ?? null)

type Listed = 'values' | 'paging' | 'open' | 'isFiltered' | 'reset' | 'setPage' | 'setPageSize' | 'setOrder' | 'setOpen'

/** A table worked in cell by cell: the keyboard holds a cell, not a row. */
export interface CellWork<Row> {
  /** Ctrl+Z. */
  onUndo?: () => void
  /** Lines of a clipboard, to go into a column from this row down. */
  onPaste?: (column: string, rows: Row[], lines: string[]) => void
  /** Enter on a cell that may not be changed. */
  onRefused?: (reason: string) => void
  /** What is said of a cell when the pointer rests on it; null says nothing. */
  hint?: (row: Row, column: string) => ReactNode
}

/** Rows that stand together under a heading; the list has to come in that order. */
export interface Grouping<Row> {
  key: (row: Row) => number
  heading: (row: Row) => ReactNode
}

export interface DataTableProps<Row extends TableRow> {
  /** Name of the person's settings on the server: `BacklogTable`. */
  page: string
  /** What the ids of the rows name, as live changes tell of it; null where only `entity_id` names a thing. */
  entity: Entity | null
  /** What the list is, for screen readers. */
  label: string
  /** A constant, or memoised. */
  columns: readonly DataColumn<Row>[]
  result: ListResult<Row>
  list: Pick<ListState<Schema>, Listed>
  /** What stands instead of rows when there are none and no filter is to blame: names the next step. */
  empty: ReactNode
  /** Buttons for the marked rows; without it rows cannot be marked. */
  actions?: (ids: number[], clear: () => void) => ReactNode
  /** What single keys and Ctrl+K do with rows; the same keys whatever the rows are. `rows` are those in sight. */
  acts?: (ids: number[], rows: Row[], clear: () => void) => Acts
  /** Details beside the list. `row` is undefined when the address names one of another page. */
  panel?: (id: number, row: Row | undefined) => ReactNode
  panelTitle?: (id: number) => string
  /** Left out, the keyboard walks by rows. A constant, or memoised. */
  cells?: CellWork<Row>
  /** Left out, columns are kept with the person's other page settings. */
  columnControl?: ColumnControl
  /** A constant; groups are a table's, a phone's cards stand alone. */
  grouping?: Grouping<Row> | undefined
  /** Opens a row elsewhere than in the panel: on a page of its own. */
  onOpen?: (row: Row) => void
}
