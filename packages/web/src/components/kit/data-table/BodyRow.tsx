import { memo } from 'react'
import type { ChangeEvent, KeyboardEvent, MouseEvent } from 'react'
import { BodyCell } from './BodyCell.tsx'
import type { After } from './editing/EditInput.tsx'
import { RowCheck } from './RowCheck.tsx'
import classes from './Table.module.css'
import type { CellPlace } from './columns/pinning.ts'
import type { TableRow } from './types.ts'

/** What people do with rows. The functions are the same at every render. */
export interface RowActs {
  onActivate: (index: number, column?: string) => void
  onOpen: (id: number) => void
  onMark: (index: number, event: ChangeEvent) => void
  onEdit: (id: number, column: string) => void
  onEdited: (id: number, column: string, after: After) => void
  onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>, index: number) => void
}

export interface EditedCell {
  id: number
  column: string
  typed?: string
}

/** The rows as the person has left them: where the focus is, what is open and what is being edited. */
export interface RowsState {
  activeIndex: number
  openId: number | null
  editing: EditedCell | null
  /** The column of the focused cell; null when whole rows get the focus. */
  activeColumn: string | null
}

export type RowControl = RowsState & Omit<RowActs, 'onMark'>

export interface BodyRowProps<Row extends TableRow> {
  row: Row
  index: number
  /** Number of the row in the whole list, starting at 1. */
  number: number
  places: readonly CellPlace<Row>[]
  isMarked: boolean
  isOpen: boolean
  /** The row has the focus, or one of its cells has. */
  isActive: boolean
  /** The column of the focused cell; undefined when the row is not active, null when whole rows get the focus. */
  activeColumn: string | null | undefined
  /** Null when another row is being edited, or none. */
  editing: EditedCell | null
  acts: RowActs
  /** Today: cells say how far away a day is, so a new day draws the rows again. */
  day: string
}

const OWN_BUSINESS = 'button, a, input, label, [role=dialog]'

/** When cells get the focus, exactly one of them is in the tab order. */
const cellHold = <Row extends TableRow>({ activeColumn, index, acts }: BodyRowProps<Row>, column: string) =>
  activeColumn === null
    ? {}
    : { tabIndex: activeColumn === column ? 0 : -1, onFocus: () => acts.onActivate(index, column) }

function cellsOf<Row extends TableRow>(props: BodyRowProps<Row>) {
  const { row, index, places, isMarked, editing, acts } = props
  return places.map((place) =>
    place.column === null ? (
      <td key={place.id} className={classes.select} {...place.pinned}>
        <RowCheck
          aria-label={`Отметить запись ${row.id}`}
          tabIndex={-1}
          checked={isMarked}
          onChange={(event) => acts.onMark(index, event)}
        />
      </td>
    ) : (
      <BodyCell
        key={place.id}
        row={row}
        column={place.column}
        place={place}
        {...cellHold(props, place.id)}
        editing={editing?.column === place.id}
        typed={editing?.typed}
        onEdit={() => acts.onEdit(row.id, place.id)}
        onEdited={(after) => acts.onEdited(row.id, place.id, after)}
      />
    ),
  )
}

function Row<Data extends TableRow>(props: BodyRowProps<Data>) {
  const { row, index, number, isMarked, isOpen, isActive, activeColumn, acts } = props
  const onClick = (event: MouseEvent) => {
    acts.onActivate(index)
    if (event.target instanceof Element && event.target.closest(OWN_BUSINESS)) return
    // Selecting text with the mouse does not open the row.
    if (getSelection()?.isCollapsed === false) return
    acts.onOpen(row.id)
  }
  return (
    <tr
      className={classes.row}
      data-index={index}
      data-open={isOpen || undefined}
      aria-rowindex={number + 1}
      aria-selected={isMarked}
      tabIndex={activeColumn !== null ? undefined : isActive ? 0 : -1}
      onClick={onClick}
      onFocus={() => acts.onActivate(index)}
      onKeyDown={(event) => acts.onKeyDown(event, index)}
    >
      {cellsOf(props)}
    </tr>
  )
}

/**
 * A row of the table. Memoized, because drawing rows is most of the work of a list: a row is drawn again only when
 * something it shows has changed.
 */
export const BodyRow = memo(Row) as typeof Row
