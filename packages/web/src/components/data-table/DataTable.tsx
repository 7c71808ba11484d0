import { useMediaQuery } from '@mantine/hooks'
import type { RowSelectionState } from '@tanstack/react-table'
import type { CSSProperties, ReactNode } from 'react'
import { useMemo, useRef, useState } from 'react'
import type { ListState } from '../list-state/useListState.ts'
import type { Schema } from '../list-state/codecs.ts'
import { CardList } from './CardList.tsx'
import { ColumnsMenu } from './ColumnsMenu.tsx'
import { Footer } from './Footer.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { SidePanel } from './SidePanel.tsx'
import { ROW_HEIGHT, TableBody, useRowWindow } from './TableBody.tsx'
import { TableHead } from './TableHead.tsx'
import classes from './Table.module.css'
import { ErrorState, NothingFound, SkeletonRows } from './states.tsx'
import type { DataColumn, ListResult, TableRow } from './types.ts'
import { useColumnSettings } from './useColumnSettings.ts'
import { useGridKeys } from './useGridKeys.ts'
import { growingColumn, useTableModel } from './useTableModel.ts'

export interface DataTableProps<Row extends TableRow> {
  /** Name of the person's settings on the server: `BacklogTable`. */
  page: string
  /** What the list is, for screen readers. */
  label: string
  /** A constant, or memoised. */
  columns: readonly DataColumn<Row>[]
  result: ListResult<Row>
  list: Pick<
    ListState<Schema>,
    'paging' | 'open' | 'isFiltered' | 'reset' | 'setPage' | 'setPageSize' | 'setOrder' | 'setOpen'
  >
  /** What stands instead of rows when there are none and no filter is to blame: names the next step. */
  empty: ReactNode
  /** Buttons for the marked rows; without it rows cannot be marked. */
  actions?: (ids: number[], clear: () => void) => ReactNode
  /** Details beside the list. `row` is undefined when the address names one of another page. */
  panel?: (id: number, row: Row | undefined) => ReactNode
  panelTitle?: (id: number) => string
  /** Opens a row elsewhere than in the panel: on a page of its own. */
  onOpen?: (row: Row) => void
}

const NO_ROWS: never[] = []

/** The table of every list screen. See README.md of the package for a whole example. */
export function DataTable<Row extends TableRow>(props: DataTableProps<Row>) {
  const { label, columns, result, list, actions, panel } = props
  const { data, error, isFetching, refetch } = result
  const rows = (data?.data ?? NO_ROWS) as Row[]
  const control = useColumnSettings(props.page, columns)
  const [selection, setSelection] = useState<RowSelectionState>({})
  const model = useTableModel({ rows, columns, control, selectable: Boolean(actions), selection, onSelection: setSelection })
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns])
  const scroll = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const { settings } = control
  const rowWindow = useRowWindow(rows.length, scroll, settings.density)
  const isPhone = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })

  const openRow = props.onOpen ?? ((row: Row) => list.setOpen(row.id))
  const clear = () => setSelection({})
  const keys = useGridKeys({
    model,
    columns: byId,
    body,
    open: list.open,
    selectable: Boolean(actions),
    onOpen: openRow,
    onWalk: (id) => list.setOpen(id, 'walking'),
    onEscape: () => (list.open === null ? clear() : list.setOpen(null)),
    scrollTo: (index) => rowWindow.scrollToIndex(index),
  })

  const ids = Object.keys(selection).map(Number)
  const openIndex = rows.findIndex(({ id }) => id === list.open)
  const walkTo = (index: number) => {
    const row = rows[index]
    return row ? () => (list.setOpen(row.id, 'walking'), rowWindow.scrollToIndex(index)) : null
  }
  const growing = growingColumn(model, columns, settings.widths)
  const isFirstLoad = data === undefined && !error
  const isEmpty = data !== undefined && rows.length === 0

  return (
    <section className={classes.frame} aria-label={label} style={{ '--row-height': `${ROW_HEIGHT[settings.density]}px` } as CSSProperties}>
      {isFetching && !isFirstLoad && <div className={classes.line} role="progressbar" aria-label="Обновление списка" />}
      <div className={classes.scroll} ref={scroll} aria-busy={isFetching}>
        {isPhone && data ? (
          <CardList page={data} columns={columns} label={label} onOpen={openRow} />
        ) : (
          <table
            role="grid"
            className={classes.table}
            aria-label={label}
            aria-rowcount={data ? data.total + 1 : -1}
            aria-multiselectable={Boolean(actions)}
            style={{ minWidth: model.getTotalSize() }}
          >
            <colgroup>
              {model.getVisibleLeafColumns().map((column) => (
                <col key={column.id} style={column.id === growing ? undefined : { width: column.getSize() }} />
              ))}
            </colgroup>
            <TableHead model={model} columns={byId} control={control} order={list.paging} onOrder={list.setOrder} />
            {isFirstLoad ? (
              <SkeletonRows columns={model.getVisibleLeafColumns().length} />
            ) : (
              <TableBody model={model} columns={byId} control={keys} rows={rowWindow} from={data?.from ?? 1} body={body} />
            )}
          </table>
        )}
        {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {isEmpty && (list.isFiltered ? <NothingFound onReset={list.reset} /> : props.empty)}
      </div>
      {data && (
        <Footer page={data} onPage={list.setPage} onPageSize={list.setPageSize}>
          {!isPhone && <ColumnsMenu columns={byId} control={control} />}
        </Footer>
      )}
      {actions && ids.length > 0 && (
        <SelectionBar count={ids.length} onClear={clear}>
          {actions(ids, clear)}
        </SelectionBar>
      )}
      {panel && list.open !== null && (
        <SidePanel
          title={props.panelTitle?.(list.open) ?? String(list.open)}
          onClose={() => (list.setOpen(null), openIndex >= 0 && keys.focusRow(openIndex))}
          onPrevious={openIndex > 0 ? walkTo(openIndex - 1) : null}
          onNext={openIndex >= 0 ? walkTo(openIndex + 1) : null}
        >
          {panel(list.open, rows[openIndex])}
        </SidePanel>
      )}
    </section>
  )
}
