import { Checkbox } from '@mantine/core'
import { memo } from 'react'
import type { ChangeEvent } from 'react'
import { useStableHandlers } from '../../../../ui/useStableHandlers.ts'
import type { Order } from '../../list-state/useListState.ts'
import { HeaderCell } from './HeaderCell.tsx'
import classes from '../Table.module.css'
import { moveColumn } from './column-settings.ts'
import type { CellPlace } from './pinning.ts'
import type { ColumnControl, TableRow } from '../types.ts'
import type { TableModel } from '../useTableModel.ts'

interface TableHeadProps<Row extends TableRow> {
  model: TableModel<Row>
  places: readonly CellPlace<Row>[]
  control: ColumnControl
  order: Partial<Order>
  onOrder: (order: Order | null) => void
}

const withWidth = (widths: Record<string, number>, id: string, width: number | null): Record<string, number> => {
  const others = Object.entries(widths).filter(([each]) => each !== id)
  return Object.fromEntries(width === null ? others : [...others, [id, width]])
}

interface MarkAllProps {
  isAll: boolean
  isSome: boolean
  onToggle: (event: ChangeEvent) => void
}

const MarkAll = memo(({ isAll, isSome, onToggle }: MarkAllProps) => (
  <Checkbox aria-label="Отметить все на странице" checked={isAll} indeterminate={isSome} onChange={onToggle} />
))

export function TableHead<Row extends TableRow>({ model, places, control, order, onOrder }: TableHeadProps<Row>) {
  const { settings, change } = control
  const { onMove, onResize, onToggle } = useStableHandlers({
    onMove: (id: string, to: string) => change(moveColumn(settings, id, to)),
    onResize: (id: string, width: number | null) =>
      change({ ...settings, widths: withWidth(settings.widths, id, width) }),
    onToggle: (event: ChangeEvent) => model.getToggleAllRowsSelectedHandler()(event),
  })
  const headers = model.getHeaderGroups()[0]?.headers ?? []
  return (
    <thead>
      <tr aria-rowindex={1}>
        {places.map(({ id, column, pinned }, at) => {
          const header = headers[at]
          if (column === null || !header) {
            return (
              <td key={id} className={classes.head} {...pinned}>
                <MarkAll
                  isAll={model.getIsAllRowsSelected()}
                  isSome={model.getIsSomeRowsSelected()}
                  onToggle={onToggle}
                />
              </td>
            )
          }
          return (
            <HeaderCell
              key={id}
              header={header}
              width={header.getSize()}
              isResizing={header.column.getIsResizing()}
              column={column}
              pinned={pinned}
              order={order}
              onOrder={onOrder}
              onMove={onMove}
              onResize={onResize}
            />
          )
        })}
      </tr>
    </thead>
  )
}
