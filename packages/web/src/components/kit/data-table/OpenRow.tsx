import { Fragment, useLayoutEffect, useRef } from 'react'
import { isFocusFree } from '../places/keep-places.ts'
import { SidePanel } from './SidePanel.tsx'
import type { TableRow } from './types.ts'
import { usePageTurn } from './usePageTurn.ts'
import type { TableView } from './useTableView.ts'

/**
 * However a panel is closed – its button, Esc, the browser's way back – the focus that was in it goes to its row, or,
 * if that is not on this page of the list, to the row where the person is in the list.
 */
function useFocusAfter<Row extends TableRow>({ rows, keys, props: { list } }: TableView<Row>) {
  const shown = useRef(list.open)
  useLayoutEffect(() => {
    const closed = shown.current
    shown.current = list.open
    if (closed === null || list.open !== null || !isFocusFree()) return
    const index = rows.findIndex(({ id }) => id === closed)
    keys.focusRow(index < 0 ? keys.activeIndex : index)
  })
}

/** The details of the row named in the address, with buttons to the previous and next rows. */
export function OpenRow<Row extends TableRow>({ view }: { view: TableView<Row> }) {
  const { rows, sight } = view
  const { list, panel, panelTitle } = view.props
  const beyond = usePageTurn(view)
  useFocusAfter(view)
  if (!panel || list.open === null) return null
  const index = rows.findIndex(({ id }) => id === list.open)
  const walkTo = (wanted: number) => {
    if (index < 0) return null
    const row = rows[wanted]
    return row ? () => (list.setOpen(row.id, 'walking'), sight.scrollTo(wanted)) : beyond(wanted < index ? -1 : 1)
  }
  return (
    <SidePanel
      title={panelTitle?.(list.open) ?? String(list.open)}
      onClose={() => list.setOpen(null)}
      onPrevious={walkTo(index - 1)}
      onNext={walkTo(index + 1)}
    >
      {/* Nothing that is opened or typed about one row stays when another one is shown. */}
      <Fragment key={list.open}>{panel(list.open, rows[index])}</Fragment>
    </SidePanel>
  )
}
