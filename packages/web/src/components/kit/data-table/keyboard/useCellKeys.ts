import type { KeyboardEvent } from 'react'
import { isTyping } from '../../../../ui/useKeys.ts'
import { KEYS, isKey, on } from '../../keys/keys.ts'
import type { RowControl } from '../BodyRow.tsx'
import { cellActions } from '../editing/cell-actions.ts'
import { cellClipboard } from '../editing/cell-clipboard.ts'
import type { CellClipboard } from '../editing/cell-clipboard.ts'
import type { CellWork, TableRow } from '../types.ts'
import { useCellEdit } from '../editing/useCellEdit.ts'
import { openerOf, STEPS } from './useGridKeys.ts'
import type { GridInput } from './useGridKeys.ts'
import { useHeldCell } from './useHeldCell.ts'

type HeldCell = ReturnType<typeof useHeldCell>

const sidesOf = ({ sideways, count }: Pick<HeldCell, 'sideways' | 'count'>, onEscape: () => void) =>
  ({
    ...on(KEYS.cellLeft, () => sideways(-1)),
    ...on(KEYS.cellRight, () => sideways(1)),
    ...on(KEYS.first, () => sideways(-count)),
    ...on(KEYS.last, () => sideways(count)),
    ...on(KEYS.leave, onEscape),
  }) as Partial<Record<string, () => void>>

/**
 * The keyboard for moving by cells: arrows move, Enter and F2 edit, a letter or digit replaces the value, Delete
 * empties it, Ctrl+C, Ctrl+V and Ctrl+Z work as in a spreadsheet. Tab leaves the table, so that it is not a keyboard
 * trap.
 */
export function useCellKeys<Row extends TableRow>(
  input: GridInput<Row>,
  work: CellWork<Row> | undefined,
): RowControl & CellClipboard & { focusRow: (index: number) => void } {
  const { model, columns, open, onOpen, onEscape } = input
  const cell = useHeldCell(input)
  const { rows, column, activeIndex, focus } = cell
  const edit = useCellEdit(model, columns, focus, cell.below, input.onEditOver)
  const own = columns.get(column)
  const actions = cellActions({ column: own, work, onOpen, onEdit: (row, typed) => edit.onEdit(row.id, column, typed) })

  const sides = sidesOf(cell, onEscape)
  const actOf = (event: KeyboardEvent, index: number, row: Row): (() => void) | undefined => {
    if (isKey(event, KEYS.cellUndo)) return work?.onUndo
    if (event.ctrlKey || event.metaKey || event.altKey) return undefined
    const step = STEPS[event.code]
    return sides[event.code] ?? (step ? () => cell.walk(step(index, rows.length - 1)) : actions.actOf(event, row))
  }
  return {
    ...edit,
    ...cellClipboard(own, rows.slice(activeIndex), work),
    activeIndex,
    activeColumn: column,
    openId: open,
    onActivate: cell.take,
    onOpen: openerOf(rows, onOpen),
    onKeyDown: (event, index) => {
      const row = rows[index]
      const act = row && !isTyping(event.target) ? actOf(event, index, row) : undefined
      if (!act) return
      event.preventDefault()
      event.stopPropagation()
      act()
    },
    focusRow: (index) => focus(index, column),
  }
}
