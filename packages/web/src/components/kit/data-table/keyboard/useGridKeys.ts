import type { KeyboardEvent, RefObject } from 'react'
import { isTyping } from '../../../../ui/useKeys.ts'
import { KEYS, isKey, on } from '../../keys/keys.ts'
import type { RowControl } from '../BodyRow.tsx'
import type { ScrollTo } from '../TableBody.tsx'
import type { DataColumn, TableRow } from '../types.ts'
import { useCellEdit } from '../editing/useCellEdit.ts'
import { useRowFocus } from './useRowFocus.ts'
import type { TableModel } from '../useTableModel.ts'

export interface GridInput<Row extends TableRow> {
  page: string
  model: TableModel<Row>
  columns: ReadonlyMap<string, DataColumn<Row>>
  body: RefObject<HTMLElement | null>
  open: number | null
  selectable: boolean
  onOpen: (row: Row) => void
  /** An open panel moves along. */
  onWalk: (id: number) => void
  onEscape: () => void
  scrollTo: ScrollTo
  /** See `useCellEdit`. */
  onEditOver: () => void
}

const PAGE_STEP = 10
/** The row that a key leads to; the same keys work in every list. */
export const STEPS: Record<string, (index: number, last: number) => number> = {
  ...on(KEYS.next, (index: number) => index + 1),
  ...on(KEYS.previous, (index: number) => index - 1),
  ...on(KEYS.pageDown, (index: number) => index + PAGE_STEP),
  ...on(KEYS.pageUp, (index: number) => index - PAGE_STEP),
  ...on(KEYS.first, () => 0),
  ...on(KEYS.last, (_index: number, last: number) => last),
}

/** Enter finishes an edit and stays on its row. */
const stay = (index: number) => index

/** Returns a function that opens the row with the given id. */
export const openerOf =
  <Row extends TableRow>(rows: Row[], onOpen: (row: Row) => void) =>
  (id: number) => {
    const row = rows.find((each) => each.id === id)
    if (row) onOpen(row)
  }

const isOthers = (event: KeyboardEvent) => isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey

const leavesRows = (event: KeyboardEvent, index: number, last: number) =>
  (index === last && isKey(event, KEYS.next)) || (index === 0 && isKey(event, KEYS.previous))

/**
 * The keyboard for moving by rows: ↑ ↓ Home End move, Enter opens, Space marks, `e` edits, Esc goes back; one row has
 * the focus.
 */
export function useGridKeys<Row extends TableRow>(
  input: GridInput<Row>,
): RowControl & { focusRow: (index: number) => void } {
  const { page, model, columns, body, open, selectable, onOpen, onWalk, onEscape, scrollTo } = input
  const { rows } = model.getRowModel()
  const originals = rows.map(({ original }) => original)
  const { activeIndex, setActive, focusRow } = useRowFocus(page, rows.length, body, scrollTo)
  const { start, ...edit } = useCellEdit(model, columns, (index) => focusRow(index), stay, input.onEditOver)
  const go = (wanted: number) => {
    const index = Math.max(0, Math.min(rows.length - 1, wanted))
    focusRow(index)
    const row = rows[index]
    if (open !== null && row) onWalk(row.original.id)
  }
  const actOn = (code: string, index: number): (() => void) | undefined =>
    ({
      ...on(KEYS.open, () => rows[index] && onOpen(rows[index].original)),
      ...on(KEYS.mark, () => selectable && rows[index]?.toggleSelected()),
      ...on(KEYS.edit, () => start(index)),
    })[code]
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>, index: number) => {
    if (isOthers(event)) return
    // With an open panel, the key goes on to the next page instead.
    if (open !== null && leavesRows(event, index, rows.length - 1)) return
    const step = STEPS[event.code]
    const walk = step && (() => go(step(index, rows.length - 1)))
    const own = event.target === event.currentTarget ? actOn(event.code, index) : undefined
    const act = isKey(event, KEYS.leave) ? onEscape : (walk ?? own)
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  const place = { activeIndex, activeColumn: null, openId: open }
  const onOpenId = openerOf(originals, onOpen)
  return { ...edit, ...place, onActivate: setActive, onOpen: onOpenId, onKeyDown, focusRow }
}
