import { VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { memo, useRef } from 'react'
import { useDragOnto } from '../../drag/useDragOnto.ts'
import type { Order } from '../../list-state/useListState.ts'
import { Resizer } from './Resizer.tsx'
import classes from '../Table.module.css'
import type { CellPlace } from './pinning.ts'
import { orderKey } from '../types.ts'
import type { DataColumn, TableRow } from '../types.ts'
import type { ModelHeader } from '../useTableModel.ts'

interface HeaderCellProps<Row extends TableRow> {
  header: ModelHeader<Row>
  /** In pixels. */
  width: number
  isResizing: boolean
  column: DataColumn<Row>
  pinned: CellPlace<Row>['pinned']
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
  return <Icon size={12} stroke={2.2} aria-hidden />
}

/** A heading that is shown shortened is still read as a whole. */
function Heading<Row>({ column: { id, title, short } }: { column: DataColumn<Row> }) {
  if (short === undefined) {
    return (
      <span className={classes.title} data-heading={id}>
        {title}
      </span>
    )
  }
  return (
    <>
      <span className={classes.title} data-heading={id} aria-hidden>
        {short}
      </span>
      <VisuallyHidden>{title}</VisuallyHidden>
    </>
  )
}

function Cell<Row extends TableRow>(props: HeaderCellProps<Row>) {
  const { header, width, isResizing, column, pinned, order, onOrder, onMove, onResize } = props
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
      data-align={column.align}
      data-over={over || undefined}
      aria-sort={isSorted ? (order.isDesc ? 'descending' : 'ascending') : undefined}
      {...pinned}
    >
      <button
        ref={handle}
        type="button"
        className={classes.sort}
        data-sortable={key !== null || undefined}
        data-hint={column.short && column.title}
        onClick={key === null ? undefined : () => onOrder(nextOrder(key, order))}
      >
        <Heading column={column} />
        {isSorted && <SortMark isDesc={order.isDesc ?? false} />}
      </button>
      <Resizer
        header={header}
        width={width}
        isResizing={isResizing}
        title={column.title}
        onResize={(next) => onResize(column.id, next)}
      />
    </th>
  )
}

/** The heading of a column. Memoized: rows that arrive or are marked do not concern it. */
export const HeaderCell = memo(Cell) as typeof Cell
