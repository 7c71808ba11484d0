import type { RefObject } from 'react'
import { TableBody } from './TableBody.tsx'
import { TableHead } from './columns/TableHead.tsx'
import classes from './Table.module.css'
import { useCellPlaces } from './columns/pinning.ts'
import { SkeletonRows } from './states.tsx'
import type { TableRow } from './types.ts'
import { growingColumn } from './columns/useFittedWidths.ts'
import type { TableView } from './useTableView.ts'

interface GridProps<Row extends TableRow> {
  view: TableView<Row>
  body: RefObject<HTMLTableSectionElement | null>
}

/** The table itself: a native table that behaves as an ARIA grid. */
export function Grid<Row extends TableRow>({ view, body }: GridProps<Row>) {
  const { model, byId, control, keys, acts, sight, stable } = view
  const { label, columns, result, list, actions, grouping } = view.props
  const { data } = result
  // Rows are shown only when the person's columns are known: a table that rearranges itself in front of the reader is
  // worse than a skeleton.
  const isLoading = !control.isReady || (data === undefined && !result.error)
  const places = useCellPlaces(model, byId)
  const visible = model.getVisibleLeafColumns()
  const growing = growingColumn(columns, control.settings)
  return (
    <table
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- ARIA's grid pattern on a native table
      role="grid"
      className={classes.table}
      aria-label={label}
      aria-rowcount={data && !data.more ? data.total + 1 : -1}
      aria-multiselectable={actions !== undefined}
      style={{ minWidth: model.getTotalSize() }}
    >
      <colgroup>
        {visible.map((column) => (
          <col key={column.id} style={column.id === growing ? undefined : { width: column.getSize() }} />
        ))}
      </colgroup>
      <TableHead model={model} places={places} control={control} order={list.paging} onOrder={list.setOrder} />
      {isLoading ? (
        <SkeletonRows columns={visible.length} />
      ) : (
        <TableBody
          rows={view.rows}
          places={places}
          marked={view.selection}
          state={keys}
          acts={acts}
          density={control.settings.density}
          scrollId={stable.scrollId}
          reach={sight.reach}
          onDrawn={view.measure}
          from={data?.from ?? 1}
          grouping={grouping}
          body={body}
        />
      )}
    </table>
  )
}
