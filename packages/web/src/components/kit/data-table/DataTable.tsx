import type { CSSProperties } from 'react'
import { useRef } from 'react'
import { BusyLine } from '../../../ui/BusyLine.tsx'
import { later, usePart } from '../feedback/later.ts'
import { CardList, SkeletonCards } from './CardList.tsx'
import { ColumnsMenu } from './columns/ColumnsMenu.tsx'
import { Footer } from './Footer.tsx'
import { Grid } from './Grid.tsx'
import { OpenRow } from './OpenRow.tsx'
import { ROW_HEIGHT } from './TableBody.tsx'
import classes from './Table.module.css'
import { WaitingRows } from './WaitingRows.tsx'
import { ErrorState, NothingFound, PastTheEnd } from './states.tsx'
import type { DataTableProps, TableRow } from './types.ts'
import { useActs } from './useActs.ts'
import { useTableView } from './useTableView.ts'
import type { TableView } from './useTableView.ts'

/** Needed where the pointer rests for a while, at the headings, and when rows are marked. */
const parts = later(() => import('./late-parts.ts'))

interface PartProps<Row extends TableRow> {
  view: TableView<Row>
}

/** Shown instead of rows: the error, or that there are none and what to do about it. */
function NoRows<Row extends TableRow>({ view: { props, rows } }: PartProps<Row>) {
  const { result, list, empty } = props
  if (result.data === undefined) {
    return result.error ? <ErrorState error={result.error} onRetry={() => void result.refetch()} /> : null
  }
  if (rows.length > 0) return null
  const { total, per_page } = result.data
  if (total > 0 && !result.isPlaceholderData) {
    return <PastTheEnd onLast={() => list.setPage(Math.ceil(total / per_page))} />
  }
  return list.isFiltered ? <NothingFound onReset={list.reset} /> : empty
}

function Cards<Row extends TableRow>({ view: { props, rows, openRow } }: PartProps<Row>) {
  const { columns, label, result } = props
  if (result.data) return <CardList rows={rows} columns={columns} label={label} onOpen={openRow} />
  return result.error ? null : <SkeletonCards />
}

function Foot<Row extends TableRow>({ view: { props, byId, control, isPhone, stable } }: PartProps<Row>) {
  const { result, list } = props
  if (!result.data) return null
  return (
    <Footer page={result.data} onPage={list.setPage} onPageSize={list.setPageSize}>
      {stable.waiting !== null && <WaitingRows waiting={stable.waiting} onAccept={stable.accept} />}
      {!isPhone && <ColumnsMenu columns={byId} control={control} />}
    </Footer>
  )
}

function Marked<Row extends TableRow>({ view: { props, keys, marked, clear } }: PartProps<Row>) {
  const isNeeded = props.actions !== undefined && marked.length > 0
  const loaded = usePart(parts, isNeeded)
  if (!isNeeded || !loaded) return null
  // As in the rows: an open panel is closed first. The bar goes away, and the focus back to the row that had it.
  const leave = () => props.list.open === null && (clear(), keys.focusRow(keys.activeIndex))
  return (
    <loaded.SelectionBar count={marked.length} onClear={clear} onEscape={leave}>
      {props.actions?.(marked, clear)}
    </loaded.SelectionBar>
  )
}

/** The table of every list screen. The README.md of the package has a complete example. */
export function DataTable<Row extends TableRow>(props: DataTableProps<Row>) {
  const scroll = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const view = useTableView(props, body, scroll)
  useActs(view, body)
  const { label, result } = props
  const loaded = usePart(parts, false)
  const rowHeight = { '--row-height': `${ROW_HEIGHT[view.control.settings.density]}px` } as CSSProperties
  return (
    <section className={classes.frame} aria-label={label} style={rowHeight} onPointerLeave={view.stable.settle}>
      {result.isFetching && result.data && <BusyLine label="Обновление списка" />}
      <div
        id={view.stable.scrollId}
        className={classes.scroll}
        style={{ scrollPaddingInlineStart: view.model.getStartTotalSize() }}
        ref={scroll}
        aria-busy={result.isFetching}
        data-place={props.page}
        data-paper="table"
        {...view.clipboard}
      >
        {view.isPhone ? <Cards view={view} /> : <Grid view={view} body={body} />}
        <NoRows view={view} />
      </div>
      {/* Tab leads from the rows to the details of one of them, and only then to the pages. */}
      <OpenRow view={view} />
      <Foot view={view} />
      <Marked view={view} />
      {loaded && <loaded.Unhurried scroll={scroll} rows={view.rows} hint={props.cells?.hint} />}
    </section>
  )
}
