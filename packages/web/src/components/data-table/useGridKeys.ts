import { useRef, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import { isTyping } from '../../ui/useKeys.ts'
import type { RowControl } from './BodyRow.tsx'
import type { After } from './EditInput.tsx'
import type { DataColumn, TableRow } from './types.ts'
import type { TableModel } from './useTableModel.ts'

interface GridInput<Row extends TableRow> {
  model: TableModel<Row>
  columns: ReadonlyMap<string, DataColumn<Row>>
  body: RefObject<HTMLElement | null>
  open: number | null
  selectable: boolean
  onOpen: (row: Row) => void
  /** The panel follows while it is open. */
  onWalk: (id: number) => void
  onEscape: () => void
  scrollTo: (index: number) => void
}

const PAGE_STEP = 10

/** Columns of a row that open an editor, in the order they stand on the screen. */
const editableIds = <Row extends TableRow>(
  { model, columns }: Pick<GridInput<Row>, 'model' | 'columns'>,
  row: Row | undefined,
): string[] =>
  model
    .getVisibleLeafColumns()
    .map(({ id }) => columns.get(id))
    .filter((column) => column?.edit && column.edit.kind !== 'check' && row && (column.edit.can?.(row) ?? true) === true)
    .map((column) => column?.id ?? '')

/** One row at a time holds the keyboard; ↑ ↓ Home End Enter Space Esc and `e` as in every list. */
export function useGridKeys<Row extends TableRow>(input: GridInput<Row>): RowControl & { focusRow: (index: number) => void } {
  const { model, body, open, onOpen, onWalk, onEscape, scrollTo } = input
  const rows = model.getRowModel().rows
  const [active, setActive] = useState(0)
  const [editing, setEditing] = useState<RowControl['editing']>(null)
  const activeIndex = Math.min(active, Math.max(0, rows.length - 1))
  const waiting = useRef(0)

  const focusRow = (index: number) => {
    setActive(index)
    scrollTo(index)
    // The row may have to be drawn first.
    cancelAnimationFrame(waiting.current)
    waiting.current = requestAnimationFrame(() => {
      body.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true })
    })
  }
  const go = (index: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, index))
    focusRow(next)
    const row = rows[next]
    if (open !== null && row) onWalk(row.original.id)
  }
  const startEdit = (index: number) => {
    const row = rows[index]?.original
    const column = editableIds(input, row)[0]
    if (row && column !== undefined) setEditing({ id: row.id, column })
  }
  const onEdited = (id: number, column: string, after: After) => {
    const index = rows.findIndex((row) => row.original.id === id)
    const ids = editableIds(input, rows[index]?.original)
    const next = after === 'stay' ? undefined : ids[ids.indexOf(column) + (after === 'next' ? 1 : -1)]
    setEditing(next === undefined ? null : { id, column: next })
    if (next === undefined) focusRow(index)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>, index: number) => {
    if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
    const isOnRow = event.target === event.currentTarget
    const row = rows[index]
    const moves: Record<string, () => void> = {
      ArrowDown: () => go(index + 1),
      ArrowUp: () => go(index - 1),
      PageDown: () => go(index + PAGE_STEP),
      PageUp: () => go(index - PAGE_STEP),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      Escape: onEscape,
    }
    const onRow: Record<string, () => void> = {
      Enter: () => row && onOpen(row.original),
      Space: () => input.selectable && row?.toggleSelected(),
      KeyE: () => startEdit(index),
      F2: () => startEdit(index),
    }
    const act = moves[event.code] ?? (isOnRow ? onRow[event.code] : undefined)
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }

  return {
    activeIndex,
    openId: open,
    editing,
    onActivate: setActive,
    onOpen: (id) => {
      const row = rows.find(({ original }) => original.id === id)
      if (row) onOpen(row.original)
    },
    onEdit: (id, column) => setEditing({ id, column }),
    onEdited,
    onKeyDown,
    focusRow,
  }
}
