import {
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  functionalUpdate,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import type { Column, Header, ReactTable, RowSelectionState } from '@tanstack/react-table'
import { useMemo } from 'react'
import { MIN_WIDTH } from './columns/fit-widths.ts'
import type { ColumnControl, DataColumn, TableRow } from './types.ts'

const features = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnResizingFeature,
  rowSelectionFeature,
})

export type TableModel<Row extends TableRow> = ReactTable<typeof features, Row>
export type ModelColumn<Row extends TableRow> = Column<typeof features, Row>
export type ModelHeader<Row extends TableRow> = Header<typeof features, Row>

/** The column of checkboxes, before all others. */
export const SELECT = 'select'
export const SELECT_WIDTH = 36
const MAX_WIDTH = 1200

interface ModelInput<Row extends TableRow> {
  rows: Row[]
  columns: readonly DataColumn<Row>[]
  control: ColumnControl
  /** Of every column, in pixels. */
  widths: Record<string, number>
  selectable: boolean
  selection: RowSelectionState
  onSelection: (next: RowSelectionState) => void
}

const definitions = <Row extends TableRow>(columns: readonly DataColumn<Row>[], selectable: boolean) => [
  ...(selectable
    ? [{ id: SELECT, size: SELECT_WIDTH, minSize: SELECT_WIDTH, enableHiding: false, enableResizing: false }]
    : []),
  ...columns.map(({ id, title, width, required }) => ({
    id,
    header: title,
    size: width,
    minSize: MIN_WIDTH,
    maxSize: MAX_WIDTH,
    enableHiding: !required,
  })),
]

/** The table's model: columns from the person's settings, selection from the screen. */
export function useTableModel<Row extends TableRow>(input: ModelInput<Row>): TableModel<Row> {
  const { rows, columns, control, widths, selectable, selection, onSelection } = input
  const { settings, change } = control
  const defined = useMemo(() => definitions(columns, selectable), [columns, selectable])
  // Without the widths: headers are made anew when this changes.
  const arranged = useMemo(
    () => ({
      columnVisibility: Object.fromEntries(settings.hidden.map((id) => [id, false])),
      columnOrder: [SELECT, ...settings.order],
      columnPinning: { start: [SELECT, ...settings.order.filter((id) => settings.pinned.includes(id))], end: [] },
    }),
    [settings],
  )
  return useTable({
    features,
    columns: defined,
    data: rows,
    getRowId: (row) => String(row.id),
    columnResizeMode: 'onChange',
    state: { ...arranged, columnSizing: widths, rowSelection: selection },
    onColumnSizingChange: (updater) => change({ ...settings, widths: functionalUpdate(updater, settings.widths) }),
    onRowSelectionChange: (updater) => onSelection(functionalUpdate(updater, selection)),
  })
}
