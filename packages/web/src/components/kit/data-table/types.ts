import type { Page } from '@vypusk/contract'
import type { ReactNode } from 'react'
import type { Entity } from '../../../api/entity.ts'
import type { Schema } from '../list-state/codecs.ts'
import type { Acts } from '../acts/acts.ts'
import type { ListState } from '../list-state/useListState.ts'

export interface TableRow {
  id: number
  /** The thing that a row of the log, of deleted things or of deliveries is about. */
  entity?: string
  entity_id?: number
}

interface EditOf<Row, Kind extends string, Value> {
  kind: Kind
  value: (row: Row) => Value
  /**
   * Called only with a value that is valid and different. Shows the change at once and undoes it itself when it fails.
   */
  save: (row: Row, value: Value) => void
  /** Returns true, or the reason why this row's value may not be changed. */
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
  /** The label of the empty choice; when it is left out, something has to be chosen. */
  none?: string
}

/** How a cell is edited in place. Durations are in minutes, days are `YYYY-MM-DD`, and `lines` is a multi-line text. */
export type CellEdit<Row> =
  | NumberEdit<Row>
  | ChoiceEdit<Row>
  | EditOf<Row, 'day', string | null>
  | EditOf<Row, 'lines', string>
  | EditOf<Row, 'duration', number | null>
  | EditOf<Row, 'text', string>
  | EditOf<Row, 'check', boolean>

export interface DataColumn<Row> {
  /** Must not change, because settings are stored by it. */
  id: string
  title: string
  /** Shown instead as the heading of a narrow column. */
  short?: string
  cell: (row: Row) => ReactNode
  /** In pixels. */
  width: number
  align?: 'end'
  /**
   * Its cells are a few known words or a date, which say nothing when cut off: it gets its width before all others. So
   * do figures, which are aligned to the end and would be other ones.
   */
  whole?: boolean
  /** Takes the remaining space; at most one column of a table. */
  grow?: boolean
  /** The list's `order_by` key; `true` when it is the same as the id. */
  sort?: string | true
  /** Cannot be hidden. */
  required?: boolean
  /** Hidden until somebody chooses it. */
  extra?: boolean
  pinned?: boolean
  edit?: CellEdit<Row>
  /** Its place in the card that a row becomes on a phone; columns without one are not shown there. */
  phone?: 'title' | 'line'
  /** Shown in the card instead of a cell that says nothing without the heading, such as a number. */
  line?: (row: Row) => ReactNode
}

export type Density = 'normal' | 'compact'

/** A person's settings of a table; unknown columns are dropped and new ones are added automatically. */
export type ColumnSettings = {
  order: string[]
  hidden: string[]
  pinned: string[]
  /** In pixels by column; only for columns that somebody has resized. */
  widths: Record<string, number>
  density: Density
}

export interface ColumnControl {
  settings: ColumnSettings
  change: (next: ColumnSettings) => void
  reset: () => void
  /** False until the server's answer is known, so that widths do not change after the first rows are shown. */
  isReady: boolean
}

/** What the table needs of the list's query. */
export interface ListResult<Row> {
  data: Page<Row> | undefined
  error: unknown
  isFetching: boolean
  /** The data belongs to the previous filters or page. */
  isPlaceholderData?: boolean
  refetch: () => unknown
}

export const orderKey = <Row>(column: DataColumn<Row>): string | null =>
  column.sort === true ? column.id : (column.sort ?? null)

type Listed = 'values' | 'paging' | 'open' | 'isFiltered' | 'reset' | 'setPage' | 'setPageSize' | 'setOrder' | 'setOpen'

/** For a table that is edited cell by cell: cells rather than rows get the focus. */
export interface CellWork<Row> {
  /** Ctrl+Z. */
  onUndo?: () => void
  /** Receives what was pasted into a column, from the given row down. */
  onPaste?: (column: string, rows: Row[], text: string) => void
  /** Called for Enter on a cell that may not be changed. */
  onRefused?: (reason: string) => void
  /** The hint shown when the pointer rests on a cell; null shows none. */
  hint?: (row: Row, column: string) => ReactNode
}

/** Groups rows under headings; the list has to be sorted by group. */
export interface Grouping<Row> {
  key: (row: Row) => number
  heading: (row: Row) => ReactNode
}

export interface DataTableProps<Row extends TableRow> {
  /** Name under which the person's settings are stored on the server: `BacklogTable`. */
  page: string
  /** The entity of the rows' ids, as in live changes; null when rows are linked to things only by `entity_id`. */
  entity: Entity | null
  /** The table's accessible name. */
  label: string
  /** Has to be constant or memoized. */
  columns: readonly DataColumn<Row>[]
  result: ListResult<Row>
  list: Pick<ListState<Schema>, Listed>
  /** Shown instead of rows when there are none although no filter is set; suggests the next step. */
  empty: ReactNode
  /** Buttons for the marked rows; without them rows cannot be marked. */
  actions?: (ids: number[], clear: () => void) => ReactNode
  /**
   * The actions of single keys and of Ctrl+K; the keys are the same whatever the rows are. `rows` are the loaded ones.
   */
  acts?: (ids: number[], rows: Row[], clear: () => void) => Acts
  /** The details beside the list. `row` is undefined when the address names a row of another page. */
  panel?: (id: number, row: Row | undefined) => ReactNode
  panelTitle?: (id: number) => string
  /** When left out, the keyboard moves by rows. Has to be constant or memoized. */
  cells?: CellWork<Row>
  /** When left out, columns are stored with the person's other page settings. */
  columnControl?: ColumnControl
  /** Has to be constant. Only the table is grouped; the cards on a phone are not. */
  grouping?: Grouping<Row> | undefined
  /** Opens a row on a page of its own instead of in the panel. */
  onOpen?: (row: Row) => void
}
