import { EditCell } from './editing/EditCell.tsx'
import type { EditCellProps } from './editing/EditCell.tsx'
import type { CellPlace } from './columns/pinning.ts'
import classes from './Table.module.css'
import type { TableRow } from './types.ts'

interface BodyCellProps<Row extends TableRow> extends EditCellProps<Row> {
  place: CellPlace<Row>
  /** Set when cells rather than rows get the focus: 0 for the current cell, −1 for the others. */
  tabIndex?: number | undefined
  onFocus?: (() => void) | undefined
}

export function BodyCell<Row extends TableRow>(props: BodyCellProps<Row>) {
  const { column, place, editing, tabIndex, onFocus } = props
  return (
    <td
      className={classes.cell}
      data-column={column.id}
      data-align={column.align}
      data-editing={editing || undefined}
      tabIndex={tabIndex}
      onFocus={onFocus}
      {...place.pinned}
    >
      <EditCell {...props} />
    </td>
  )
}
