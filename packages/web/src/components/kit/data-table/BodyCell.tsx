import { EditCell } from './EditCell.tsx'
import type { EditCellProps } from './EditCell.tsx'
import { pinnedMarks, pinnedStyle } from './pinning.ts'
import classes from './Table.module.css'
import type { TableRow } from './types.ts'
import type { ModelColumn } from './useTableModel.ts'

interface BodyCellProps<Row extends TableRow> extends EditCellProps<Row> {
  place: ModelColumn<Row>
  /** Set when cells rather than rows get the focus: 0 for the current cell, −1 for the others. */
  tabIndex?: number | undefined
  onFocus?: (() => void) | undefined
}

export function BodyCell<Row extends TableRow>(props: BodyCellProps<Row>) {
  const { column, place, editing, tabIndex, onFocus } = props
  return (
    <td
      className={classes.cell}
      style={pinnedStyle(place)}
      data-column={column.id}
      data-align={column.align}
      data-editing={editing || undefined}
      tabIndex={tabIndex}
      onFocus={onFocus}
      {...pinnedMarks(place)}
    >
      <EditCell {...props} />
    </td>
  )
}
