import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useRef } from 'react'
import { useDragOnto } from '../drag/useDragOnto.ts'
import type { Order } from '../list-state/useListState.ts'
import { Resizer } from './Resizer.tsx'
import classes from './Table.module.css'
import { pinnedMarks, pinnedStyle } from './pinning.ts'
import { orderKey } from './types.ts'
import type { DataColumn, TableRow } from './types.ts'

import type { ModelHeader } from './useTableModel.ts'

interface HeaderCellProps<Row extends TableRow> {
  header: ModelHeader<Row>
  column: DataColumn<Row>
  order: Partial<Order>
  onOrder: (order: Order | null) => void
  onMove: (id: string, to: string) => void
  onResize: (id: string, width: number | null) => void
}

/** The order after the next click: ascending, descending, then the list's default order. */
const nextOrder = (key: string, order: Partial<Order>): Order | null =>
  order.order_by !== key ? { order_by: key, isDesc: false } : order.isDesc ? null : { order_by: key, isDesc: true }

const SortMark = ({ isDesc }: { isDesc: boolean }) => {
  const Icon = isDesc ? IconArrowDown : IconArrowUp
  return <Icon size={13} stroke={2.2} aria-hidden />
}

export function HeaderCell<Row extends TableRow>(props: HeaderCellProps<Row>) {
  const { header, column, order, onOrder, onMove, onResize } = props
  const cell = useRef<HTMLTableCellElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const over = useDragOnto('column', cell, handle, column.id, onMove)
  const key = orderKey(column)
  const isSorted = key !== null && order.order_by === key
  return (
    <th
      ref={cell}
      scope="col"
      className={classes.head}
      style={pinnedStyle(header.column)}
      data-align={column.align}
      data-over={over || undefined}
      aria-sort={isSorted ? (order.isDesc ? 'descending' : 'ascending') : undefined}
      {...pinnedMarks(header.column)}
    >
      <button
        ref={handle}
        type="button"
        className={classes.sort}
        data-sortable={key !== null || undefined}
        onClick={key === null ? undefined : () => onOrder(nextOrder(key, order))}
      >
        <span className={classes.title} data-heading={column.id}>
          {column.title}
        </span>
        {isSorted && <SortMark isDesc={order.isDesc ?? false} />}
      </button>
      <Resizer header={header} title={column.title} onResize={(width) => onResize(column.id, width)} />
    </th>
  )
}
