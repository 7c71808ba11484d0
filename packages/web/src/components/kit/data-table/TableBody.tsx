import { useVirtualizer } from '@tanstack/react-virtual'
import type { Range, VirtualItem } from '@tanstack/react-virtual'
import {
  Fragment,
  startTransition,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useState,
} from 'react'
import type { Ref, RefObject } from 'react'
import { usePrinting } from '../../../ui/usePrinting.ts'
import { inSightWith, observeSize, scrollIfElsewhere } from '../grid-window/sight.ts'
import { BodyRow } from './BodyRow.tsx'
import type { RowActs, RowsState } from './BodyRow.tsx'
import classes from './Table.module.css'
import type { CellPlace } from './columns/pinning.ts'
import { expectedSize } from './columns/useFittedWidths.ts'
import type { Density, Grouping, TableRow } from './types.ts'
import { useToday } from '../../../ui/useToday.ts'

/** Row heights in pixels (design page); styles use them as `--row-height`. */
export const ROW_HEIGHT: Record<Density, number> = { normal: 32, compact: 28 }
/** Rows beyond those in sight, which are drawn so that scrolling shows no gaps. */
const OVERSCAN = 12
/** Pixels of the scrolled area that the sticky header covers. */
const HEAD_HEIGHT = 31

/**
 * Scrolls to a row of the page. Rows are drawn with the browser's scroll event, in the next frame; with `now` they are
 * drawn at once.
 */
export type ScrollTo = (index: number, how?: 'now') => void

interface TableBodyProps<Row extends TableRow> {
  rows: readonly Row[]
  places: readonly CellPlace<Row>[]
  /** The marked rows, by their ids. */
  marked: Record<string, boolean>
  state: RowsState
  acts: RowActs
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

/** Returns which rows are drawn: those in sight, and the one being edited wherever it is, or its text would be lost. */
function useRange<Row extends TableRow>({ rows, state: { editing } }: TableBodyProps<Row>) {
  const edited = editing === null ? -1 : rows.findIndex(({ id }) => id === editing.id)
  return useCallback((range: Range) => inSightWith(range, edited), [edited])
}

/** The rows beyond those in sight are drawn when the first ones have been shown. */
function useOverscan(): number {
  const [isShown, setShown] = useState(false)
  useEffect(() => startTransition(() => setShown(true)), [])
  return isShown ? OVERSCAN : 0
}

/** Draws only the visible rows, so that a page of 200 rows scrolls as smoothly as one of 20. */
function useRowWindow<Row extends TableRow>(props: TableBodyProps<Row>) {
  const { rows, scrollId, density, grouping, reach } = props
  const rangeExtractor = useRange(props)
  const isHeaded = useCallback((index: number) => startsGroup(rows, index, grouping), [rows, grouping])
  // A new function for the keys makes the virtualizer measure the heights again, which is needed when headings have
  // moved.
  const getItemKey = useCallback((index: number) => (isHeaded(index) ? `head ${index}` : index), [isHeaded])
  const [initialRect] = useState(() => expectedSize(scrollId))
  // oxlint-disable-next-line react/incompatible-library -- the compiler is not in use; the window is read in this render only
  const inSight = useVirtualizer({
    count: rows.length,
    initialRect,
    observeElementRect: observeSize,
    scrollToFn: scrollIfElsewhere,
    getItemKey,
    rangeExtractor,
    // Found by its id, because the body is rendered before the scrolling element's ref is set.
    getScrollElement: () => document.getElementById(scrollId),
    estimateSize: (index) => ROW_HEIGHT[density] * (isHeaded(index) ? 2 : 1),
    overscan: useOverscan(),
    scrollPaddingStart: HEAD_HEIGHT,
    scrollPaddingEnd: HEAD_HEIGHT,
  })
  useImperativeHandle(
    reach,
    () => (index, how) => {
      inSight.scrollToIndex(index)
      if (how === 'now') inSight.scrollElement?.dispatchEvent(new Event('scroll'))
    },
    [inSight],
  )
  return { inSight, isHeaded }
}

/** The height of the rows that are left out before a drawn one; not before the first. */
const gapBefore = (items: readonly VirtualItem[], place: number): number => {
  const [before, item] = [items[place - 1], items[place]]
  return before && item ? item.start - before.end : 0
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
  row: Row
  grouping: Grouping<Row> | undefined
  span: number
}

const GroupHead = <Row extends TableRow>({ row, grouping, span }: GroupHeadProps<Row>) =>
  grouping ? (
    <tr>
      <th scope="rowgroup" colSpan={span} className={classes.group}>
        {grouping.heading(row)}
      </th>
    </tr>
  ) : null

/** What a row is drawn from; it is drawn again only when one of these has changed. */
function rowProps<Row extends TableRow>(row: Row, index: number, props: TableBodyProps<Row>, day: string) {
  const { places, marked, acts, from, state } = props
  const isActive = state.activeIndex === index
  return {
    row,
    index,
    places,
    acts,
    day,
    number: from + index,
    isMarked: marked[row.id] === true,
    isOpen: state.openId === row.id,
    isActive,
    activeColumn: isActive || state.activeColumn === null ? state.activeColumn : undefined,
    editing: state.editing?.id === row.id ? state.editing : null,
  }
}

export function TableBody<Row extends TableRow>(props: TableBodyProps<Row>) {
  const { rows, places, grouping, body, onDrawn } = props
  const { inSight, isHeaded } = useRowWindow(props)
  // Paper does not scroll, so the whole page is drawn for printing.
  const isWhole = usePrinting()
  const items = inSight.getVirtualItems()
  const drawn = isWhole ? [...rows.keys()] : items.map(({ index }) => index)
  const isDrawn = drawn.length > 0
  useLayoutEffect(() => {
    if (isDrawn) onDrawn()
  }, [isDrawn, onDrawn])
  const span = places.length
  const day = useToday()
  return (
    <tbody ref={body}>
      {!isWhole && <Spacer height={items[0]?.start ?? 0} span={span} />}
      {drawn.map((index, place) => {
        const row = rows[index]
        return (
          row && (
            <Fragment key={index}>
              {!isWhole && <Spacer height={gapBefore(items, place)} span={span} />}
              {isHeaded(index) && <GroupHead row={row} grouping={grouping} span={span} />}
              <BodyRow {...rowProps(row, index, props, day)} />
            </Fragment>
          )
        )
      })}
      {!isWhole && <Spacer height={inSight.getTotalSize() - (items.at(-1)?.end ?? 0)} span={span} />}
    </tbody>
  )
}
