import { Checkbox } from '@mantine/core'
import type { Order } from '../list-state/useListState.ts'
import { HeaderCell } from './HeaderCell.tsx'
import classes from './Table.module.css'
import { moveColumn } from './column-settings.ts'
import { pinnedMarks, pinnedStyle } from './pinning.ts'
import type { ColumnControl, DataColumn, TableRow } from './types.ts'
import { SELECT } from './useTableModel.ts'
import type { TableModel } from './useTableModel.ts'

interface TableHeadProps<Row extends TableRow> {
  model: TableModel<Row>
  columns: ReadonlyMap<string, DataColumn<Row>>
  control: ColumnControl
  order: Partial<Order>
  onOrder: (order: Order | null) => void
}

const withWidth = (widths: Record<string, number>, id: string, width: number | null): Record<string, number> => {
  const others = Object.entries(widths).filter(([each]) => each !== id)
  return Object.fromEntries(width === null ? others : [...others, [id, width]])
}

export function TableHead<Row extends TableRow>({ model, columns, control, order, onOrder }: TableHeadProps<Row>) {
  const { settings, change } = control
  return (
    <thead>
      <tr aria-rowindex={1}>
        {model.getHeaderGroups()[0]?.headers.map((header) => {
          const column = columns.get(header.column.id)
          if (header.column.id === SELECT) {
            return (
              <td
                key={SELECT}
                className={classes.head}
                style={pinnedStyle(header.column)}
                {...pinnedMarks(header.column)}
              >
                <Checkbox
                  aria-label="Отметить все на странице"
                  checked={model.getIsAllRowsSelected()}
                  indeterminate={model.getIsSomeRowsSelected()}
                  onChange={model.getToggleAllRowsSelectedHandler()}
                />
              </td>
            )
          }
          return column ? (
            <HeaderCell
              key={header.id}
              header={header}
              column={column}
              order={order}
              onOrder={onOrder}
              onMove={(id, to) => change(moveColumn(settings, id, to))}
              onResize={(id, width) => change({ ...settings, widths: withWidth(settings.widths, id, width) })}
            />
          ) : null
        })}
      </tr>
    </thead>
  )
}
