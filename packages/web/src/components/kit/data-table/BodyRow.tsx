import { Checkbox } from '@mantine/core'
import type { KeyboardEvent, MouseEvent } from 'react'
import { BodyCell } from './BodyCell.tsx'
import type { After } from './EditInput.tsx'
import classes from './Table.module.css'
import { pinnedMarks, pinnedStyle } from './pinning.ts'
import type { DataColumn, TableRow } from './types.ts'
import { SELECT } from './useTableModel.ts'
import type { TableModel } from './useTableModel.ts'

export interface RowControl {
  activeIndex: number
  openId: number | null
  editing: { id: number; column: string; typed?: string } | null
  /** The column of the focused cell; null when whole rows get the focus. */
  activeColumn: string | null
  onActivate: (index: number, column?: string) => void
  onOpen: (id: number) => void
  onEdit: (id: number, column: string) => void
  onEdited: (id: number, column: string, after: After) => void
  onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>, index: number) => void
}

interface BodyRowProps<Row extends TableRow> {
  model: TableModel<Row>
  index: number
  /** Number of the row in the whole list, starting at 1. */
  number: number
  columns: ReadonlyMap<string, DataColumn<Row>>
  control: RowControl
}

const OWN_BUSINESS = 'button, a, input, label, [role=dialog]'

/** When cells get the focus, exactly one of them is in the tab order. */
const cellHold = ({ activeColumn, activeIndex, onActivate }: RowControl, index: number, column: string) =>
  activeColumn === null
    ? {}
    : {
        tabIndex: activeIndex === index && activeColumn === column ? 0 : -1,
        onFocus: () => onActivate(index, column),
      }

export function BodyRow<Row extends TableRow>({ model, index, number, columns, control }: BodyRowProps<Row>) {
  const row = model.getRowModel().rows[index]
  if (!row) return null
  const { id } = row.original
  const onClick = (event: MouseEvent) => {
    control.onActivate(index)
    if (event.target instanceof Element && event.target.closest(OWN_BUSINESS)) return
    // Selecting text with the mouse does not open the row.
    if (getSelection()?.isCollapsed === false) return
    control.onOpen(id)
  }
  return (
    <tr
      className={classes.row}
      data-index={index}
      data-open={control.openId === id || undefined}
      aria-rowindex={number + 1}
      aria-selected={row.getIsSelected()}
      tabIndex={control.activeColumn !== null ? undefined : control.activeIndex === index ? 0 : -1}
      onClick={onClick}
      onFocus={() => control.onActivate(index)}
      onKeyDown={(event) => control.onKeyDown(event, index)}
    >
      {row.getVisibleCells().map(({ column: place }) => {
        const column = columns.get(place.id)
        if (place.id === SELECT) {
          return (
            <td key={SELECT} className={classes.select} style={pinnedStyle(place)} {...pinnedMarks(place)}>
              <Checkbox
                aria-label={`Отметить запись ${id}`}
                tabIndex={-1}
                checked={row.getIsSelected()}
                onChange={row.getToggleSelectedHandler()}
              />
            </td>
          )
        }
        return column ? (
          <BodyCell
            key={place.id}
            row={row.original}
            column={column}
            place={place}
            {...cellHold(control, index, place.id)}
            editing={control.editing?.id === id && control.editing.column === place.id}
            typed={control.editing?.typed}
            onEdit={() => control.onEdit(id, place.id)}
            onEdited={(after) => control.onEdited(id, place.id, after)}
          />
        ) : null
      })}
    </tr>
  )
}
