import { useKept } from '../../places/useKept.ts'
import type { TableRow } from '../types.ts'
import type { GridInput } from './useGridKeys.ts'
import { useRowFocus } from './useRowFocus.ts'

const within = (wanted: number, count: number): number => Math.max(0, Math.min(count - 1, wanted))

/** Keeps track of the focused cell, and moves from it to others. */
export function useHeldCell<Row extends TableRow>(input: GridInput<Row>) {
  const { page, model, columns, body, open, onWalk, scrollTo } = input
  const rows = model.getRowModel().rows.map(({ original }) => original)
  const shown = model.getVisibleLeafColumns().flatMap(({ id }) => (columns.has(id) ? [id] : []))
  const [held, hold] = useKept<string | null>(`${page}.column`, null)
  const column = held !== null && shown.includes(held) ? held : (shown[0] ?? '')
  const { activeIndex, setActive, focusRow } = useRowFocus(page, rows.length, body, scrollTo, column)

  const focus = (index: number, to: string) => {
    hold(to)
    focusRow(index, to)
  }
  return {
    rows,
    column,
    activeIndex,
    focus,
    /** Only the row when the pressed element is not a cell. */
    take: (index: number, to?: string) => {
      setActive(index)
      if (to !== undefined) hold(to)
    },
    /** Moves to another row in the same column; an open panel moves along. */
    walk: (index: number) => {
      const next = within(index, rows.length)
      focus(next, column)
      const row = rows[next]
      if (open !== null && row) onWalk(row.id)
    },
    sideways: (by: number) => focus(activeIndex, shown[within(shown.indexOf(column) + by, shown.length)] ?? column),
    below: (index: number) => within(index + 1, rows.length),
    count: shown.length,
  }
}
