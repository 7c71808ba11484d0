import { useVirtualizer } from '@tanstack/react-virtual'
import type { RefObject } from 'react'
import { BodyRow } from './BodyRow.tsx'
import type { RowControl } from './BodyRow.tsx'
import classes from './Table.module.css'
import type { Density } from './column-settings.ts'
import type { DataColumn, TableRow } from './types.ts'
import type { TableModel } from './useTableModel.ts'

/** Row heights in pixels (design page); they stand in the styles as `--row-height`. */
export const ROW_HEIGHT: Record<Density, number> = { normal: 32, compact: 28 }
const OVERSCAN = 12
/** The sticky head covers this much of the scrolled area. */
const HEAD_HEIGHT = 31

/** Only the rows in sight are drawn, so that 200 a page scroll like 20. */
export function useRowWindow(count: number, scroll: RefObject<HTMLDivElement | null>, density: Density) {
  // oxlint-disable-next-line react/incompatible-library -- the compiler is not in use; the window is read in this render only
  return useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT[density],
    overscan: OVERSCAN,
    scrollPaddingStart: HEAD_HEIGHT,
    scrollPaddingEnd: HEAD_HEIGHT,
  })
}

interface TableBodyProps<Row extends TableRow> {
  model: TableModel<Row>
  columns: ReadonlyMap<string, DataColumn<Row>>
  control: RowControl
  rows: ReturnType<typeof useRowWindow>
  /** Number of the first row in the whole list. */
  from: number
  body: RefObject<HTMLTableSectionElement | null>
}

const Spacer = ({ height, span }: { height: number; span: number }) =>
  height > 0 ? (
    <tr aria-hidden="true">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- an empty space, hidden from everybody */}
      <td className={classes.spacer} colSpan={span} style={{ height }} />
    </tr>
  ) : null

export function TableBody<Row extends TableRow>({ model, columns, control, rows, from, body }: TableBodyProps<Row>) {
  const drawn = rows.getVirtualItems()
  const span = model.getVisibleLeafColumns().length
  return (
    <tbody ref={body}>
      <Spacer height={drawn[0]?.start ?? 0} span={span} />
      {drawn.map(({ index, key }) => (
        <BodyRow key={key} model={model} index={index} number={from + index} columns={columns} control={control} />
      ))}
      <Spacer height={rows.getTotalSize() - (drawn.at(-1)?.end ?? 0)} span={span} />
    </tbody>
  )
}
