import type { RowSelectionState } from '@tanstack/react-table'
import type { RefObject } from 'react'
import { useId, useMemo, useRef } from 'react'
import { useKept } from '../places/useKept.ts'
import type { RowActs } from './BodyRow.tsx'
import type { ScrollTo } from './TableBody.tsx'
import type { CellWork, DataTableProps, TableRow } from './types.ts'
import { useColumnSettings } from './columns/useColumnSettings.ts'
import { useCellKeys } from './keyboard/useCellKeys.ts'
import { useGridKeys } from './keyboard/useGridKeys.ts'
import type { GridInput } from './keyboard/useGridKeys.ts'
import { useStableRows } from './useStableRows.ts'
import { useFittedWidths } from './columns/useFittedWidths.ts'
import { SELECT_WIDTH, useTableModel } from './useTableModel.ts'
import { useIsPhone } from '../../../ui/useIsPhone.ts'
import { useStableHandlers } from '../../../ui/useStableHandlers.ts'

/**
 * Scrolling to a row is done by the table's body, which alone knows which rows are visible, so that scrolling renders
 * nothing else.
 */
function useSight() {
  const reach = useRef<ScrollTo>(null)
  const scrollTo: ScrollTo = (index, how) => reach.current?.(index, how)
  return { reach, scrollTo }
}

/** The columns according to the person's settings, with their widths. */
function useShownColumns<Row extends TableRow>(
  { page, columns, columnControl, actions }: DataTableProps<Row>,
  scrollId: string,
  body: RefObject<HTMLTableSectionElement | null>,
) {
  const usual = useColumnSettings(page, columns)
  const control = columnControl ?? usual
  const taken = actions ? SELECT_WIDTH : 0
  return { control, ...useFittedWidths(page, columns, control.settings, { scrollId, body, taken }) }
}

/** The keys of the table, which moves by rows or by cells, and what else people do with its rows. */
function useRowActs<Row extends TableRow>(input: GridInput<Row>, cells: CellWork<Row> | undefined) {
  const byRows = useGridKeys(input)
  const byCells = useCellKeys(input, cells)
  const keys = cells ? byCells : byRows
  const { onActivate, onOpen, onEdit, onEdited, onKeyDown } = keys
  const onMark: RowActs['onMark'] = (index, event) =>
    input.model.getRowModel().rows[index]?.getToggleSelectedHandler()(event)
  const acts = useStableHandlers({ onActivate, onOpen, onMark, onEdit, onEdited, onKeyDown })
  const clipboard = cells && { onPaste: byCells.onPaste, onCopy: byCells.onCopy }
  return { keys, acts, clipboard }
}

/** Everything the parts of a table share: its rows, columns, marked rows, keys and the open row. */
export function useTableView<Row extends TableRow>(
  props: DataTableProps<Row>,
  body: RefObject<HTMLTableSectionElement | null>,
  /** Contains the rows or, on a phone, the cards. */
  scroll: RefObject<HTMLElement | null>,
) {
  const { columns, result, list, actions } = props
  const scrollId = useId()
  const { rows, ...waiting } = useStableRows(result, JSON.stringify([list.values, list.paging]), {
    id: scrollId,
    entity: props.entity,
  })
  const [selection, setSelection] = useKept<RowSelectionState>(`${props.page}.marked`, {})
  const selectable = actions !== undefined
  const shown = useShownColumns(props, scrollId, body)
  const model = useTableModel({ ...shown, rows, columns, selectable, selection, onSelection: setSelection })
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns])
  const sight = useSight()
  const isPhone = useIsPhone()
  const { openRow, clear } = useStableHandlers({
    openRow: props.onOpen ?? ((row: Row) => list.setOpen(row.id)),
    clear: () => setSelection({}),
  })
  const keyboard = {
    page: props.page,
    model,
    columns: byId,
    body: scroll,
    open: list.open,
    selectable,
    onOpen: openRow,
    onWalk: (id: number) => list.setOpen(id, 'walking'),
    onEscape: () => (list.open === null ? clear() : list.setOpen(null)),
    scrollTo: sight.scrollTo,
    onEditOver: waiting.letMove,
  }
  const acting = { ...useRowActs(keyboard, props.cells), marked: Object.keys(selection).map(Number) }
  const stable = { scrollId, ...waiting }
  return { props, rows, stable, ...shown, model, byId, sight, isPhone, openRow, clear, ...acting, selection }
}

export type TableView<Row extends TableRow> = ReturnType<typeof useTableView<Row>>
