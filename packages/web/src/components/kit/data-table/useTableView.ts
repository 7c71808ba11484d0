import type { RowSelectionState } from '@tanstack/react-table'
import type { RefObject } from 'react'
import { useId, useMemo, useRef } from 'react'
import { useKept } from '../places/useKept.ts'
import type { ScrollTo } from './TableBody.tsx'
import type { DataTableProps, TableRow } from './types.ts'
import { useColumnSettings } from './useColumnSettings.ts'
import { useCellKeys } from './useCellKeys.ts'
import { useGridKeys } from './useGridKeys.ts'
import { useStableRows } from './useStableRows.ts'
import { useTableModel } from './useTableModel.ts'
import { useIsPhone } from '../../../ui/useIsPhone.ts'

/** Rows are brought into sight by the body, which alone knows what is: scrolling draws nothing else. */
function useSight() {
  const reach = useRef<ScrollTo>(null)
  const scrollTo: ScrollTo = (index) => reach.current?.(index)
  return { reach, scrollTo }
}

/** Everything the parts of a table share: its rows, columns, marks, keys and what is open. */
export function useTableView<Row extends TableRow>(
  props: DataTableProps<Row>,
  body: RefObject<HTMLTableSectionElement | null>,
) {
  const { columns, result, list, actions } = props
  const scrollId = useId()
  const { rows, ...waiting } = useStableRows(result, JSON.stringify([list.values, list.paging]), {
    id: scrollId,
    entity: props.entity,
  })
  const usual = useColumnSettings(props.page, columns)
  const control = props.columnControl ?? usual
  const [selection, setSelection] = useKept<RowSelectionState>(`${props.page}.marked`, {})
  const selectable = actions !== undefined
  const model = useTableModel({ rows, columns, control, selectable, selection, onSelection: setSelection })
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns])
  const sight = useSight()
  const isPhone = useIsPhone()
  const openRow = props.onOpen ?? ((row: Row) => list.setOpen(row.id))
  const clear = () => setSelection({})
  const input = {
    page: props.page,
    model,
    columns: byId,
    body,
    open: list.open,
    selectable,
    onOpen: openRow,
    onWalk: (id: number) => list.setOpen(id, 'walking'),
    onEscape: () => (list.open === null ? clear() : list.setOpen(null)),
    scrollTo: sight.scrollTo,
  }
  const byRows = useGridKeys(input)
  const byCells = useCellKeys(input, props.cells)
  const keys = props.cells ? byCells : byRows
  const clipboard = props.cells && { onPaste: byCells.onPaste, onCopy: byCells.onCopy }
  const marked = Object.keys(selection).map(Number)
  const steady = { scrollId, ...waiting }
  return { props, rows, steady, control, model, byId, sight, isPhone, openRow, clear, keys, clipboard, marked }
}

export type TableView<Row extends TableRow> = ReturnType<typeof useTableView<Row>>
