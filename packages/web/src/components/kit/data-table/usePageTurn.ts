import { useEffect, useRef } from 'react'
import type { TableRow } from './types.ts'
import type { TableView } from './useTableView.ts'

interface Turn {
  page: number
  /** The row to open on that page. */
  at: 'first' | 'last'
  /** The row that is open meanwhile: if the person opens something else, the page turn is abandoned. */
  from: number | null
}

/**
 * Takes the open panel from the last row of a page to the first row of the next one, and back.
 * @returns for a step beyond the page's rows, a function that makes it; null at the ends of the list
 */
export function usePageTurn<Row extends TableRow>({ rows, sight, props: { list, result } }: TableView<Row>) {
  const turn = useRef<Turn | null>(null)
  const { data, isPlaceholderData } = result

  useEffect(() => {
    const made = turn.current
    if (!made || isPlaceholderData || data?.current_page !== made.page) return
    const index = made.at === 'first' ? 0 : rows.length - 1
    const row = rows[index]
    turn.current = null
    if (!row || list.open !== made.from) return
    list.setOpen(row.id, 'walking')
    sight.scrollTo(index)
  }, [isPlaceholderData, data, rows, list, sight])

  return (step: 1 | -1): (() => void) | null => {
    if (!data) return null
    const page = data.current_page + step
    if (page < 1 || (page - 1) * data.per_page >= data.total) return null
    return () => {
      turn.current = { page, at: step === 1 ? 'first' : 'last', from: list.open }
      list.setPage(page, 'walking')
    }
  }
}
