import { useVirtualizer } from '@tanstack/react-virtual'
import { Fragment, memo, useCallback, useImperativeHandle, useLayoutEffect, useMemo } from 'react'
import type { ReactNode, Ref, RefObject } from 'react'
import { usePrinting } from '../../../ui/usePrinting.ts'
import { BodyRow } from './BodyRow.tsx'
import type { RowControl } from './BodyRow.tsx'
import classes from './Table.module.css'
import type { DataColumn, Density, Grouping, TableRow } from './types.ts'
import type { TableModel } from './useTableModel.ts'

/** Row heights in pixels (design page); styles use them as `--row-height`. */
export const ROW_HEIGHT: Record<Density, number> = { normal: 32, compact: 28 }
const OVERSCAN = 12
/** Pixels of the scrolled area that the sticky header covers. */
const HEAD_HEIGHT = 31

/** Scrolls to a row of the page. */
export type ScrollTo = (index: number) => void

interface TableBodyProps<Row extends TableRow> {
  model: TableModel<Row>
  columns: ReadonlyMap<string, DataColumn<Row>>
  control: RowControl
  density: Density
  /** Id of the scrolling element. */
  scrollId: string
  /** Number of the page's first row in the whole list. */
  from: number
  grouping: Grouping<Row> | undefined
  body: RefObject<HTMLTableSectionElement | null>
  reach: Ref<ScrollTo>
  /** Called when rows have been drawn, so that the widths of their columns can be measured. */
  onDrawn: () => void
}

/** Draws only the visible rows, so that a page of 200 rows scrolls as smoothly as one of 20. */
function useRowWindow<Row extends TableRow>(data: readonly Row[], input: TableBodyProps<Row>) {
  const { scrollId, density, grouping, reach } = input
  const isHeaded = useCallback((index: number) => startsGroup(data, index, grouping), [data, grouping])
  // A new function for the keys makes the virtualizer measure the heights again, which is needed when headings have
  // moved.
  const getItemKey = useCallback((index: number) => (isHeaded(index) ? `head ${index}` : index), [isHeaded])
  // oxlint-disable-next-line react/incompatible-library -- the compiler is not in use; the window is read in this render only
  const rows = useVirtualizer({
    count: data.length,
    getItemKey,
    // Found by its id, because the body is rendered before the scrolling element's ref is set.
    getScrollElement: () => document.getElementById(scrollId),
    estimateSize: (index) => ROW_HEIGHT[density] * (isHeaded(index) ? 2 : 1),
    overscan: OVERSCAN,
    scrollPaddingStart: HEAD_HEIGHT,
    scrollPaddingEnd: HEAD_HEIGHT,
  })
  useImperativeHandle(reach, () => (index) => rows.scrollToIndex(index), [rows])
  return { rows, isHeaded }
}

const Spacer = ({ height, span }: { height: number; span: number }) =>
  height > 0 ? (
    <tr aria-hidden="true">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- an empty space, hidden from everybody */}
      <td className={classes.spacer} colSpan={span} style={{ height }} />
    </tr>
  ) : null

/** Checks whether a heading precedes the row. */
const startsGroup = <Row,>(rows: readonly Row[], index: number, grouping: Grouping<Row> | undefined): boolean => {
  const [row, before] = [rows[index], rows[index - 1]]
  return grouping !== undefined && row !== undefined && (!before || grouping.key(before) !== grouping.key(row))
}

interface GroupHeadProps<Row extends TableRow> {
  row: Row | undefined
  grouping: Grouping<Row> | undefined
  span: number
}

const GroupHead = <Row extends TableRow>({ row, grouping, span }: GroupHeadProps<Row>) =>
  row && grouping ? (
    <tr>
      <th scope="rowgroup" colSpan={span} className={classes.group}>
        {grouping.heading(row)}
      </th>
    </tr>
  ) : null

interface DrawnProps {
  index: number
  draw: (index: number) => ReactNode
}

/** Memoized, so that scrolling draws only the rows that become visible. */
const Drawn = memo(({ index, draw }: DrawnProps) => draw(index))

export function TableBody<Row extends TableRow>(props: TableBodyProps<Row>) {
  const { model, columns, control, from, grouping, body, onDrawn } = props
  const { rows: modelRows } = model.getRowModel()
  const data = useMemo(() => modelRows.map(({ original }) => original), [modelRows])
  const { rows, isHeaded } = useRowWindow(data, props)
  const draw = useCallback(
    (index: number) => (
      <BodyRow model={model} index={index} number={from + index} columns={columns} control={control} />
    ),
    [model, columns, control, from],
  )
  // Paper does not scroll, so the whole page is drawn for printing.
  const isWhole = usePrinting()
  const inSight = rows.getVirtualItems()
  const drawn = isWhole ? [...data.keys()] : inSight.map(({ index }) => index)
  const isDrawn = drawn.length > 0
  useLayoutEffect(() => {
    if (isDrawn) onDrawn()
  }, [isDrawn, onDrawn])
  const span = model.getVisibleLeafColumns().length
  return (
    <tbody ref={body}>
      {!isWhole && <Spacer height={inSight[0]?.start ?? 0} span={span} />}
      {drawn.map((index) => (
        <Fragment key={index}>
          {isHeaded(index) && <GroupHead row={data[index]} grouping={grouping} span={span} />}
          <Drawn index={index} draw={draw} />
        </Fragment>
      ))}
      {!isWhole && <Spacer height={rows.getTotalSize() - (inSight.at(-1)?.end ?? 0)} span={span} />}
    </tbody>
  )
}
