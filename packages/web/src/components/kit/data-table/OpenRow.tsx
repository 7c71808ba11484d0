import { Fragment } from 'react'
import { SidePanel } from './SidePanel.tsx'
import type { TableRow } from './types.ts'
import { usePageTurn } from './usePageTurn.ts'
import type { TableView } from './useTableView.ts'

/** The details of the row named in the address, with buttons to the previous and next rows. */
export function OpenRow<Row extends TableRow>({ view }: { view: TableView<Row> }) {
  const { rows, sight, keys } = view
  const { list, panel, panelTitle } = view.props
  const beyond = usePageTurn(view)
  if (!panel || list.open === null) return null
  const index = rows.findIndex(({ id }) => id === list.open)
  const walkTo = (wanted: number) => {
    if (index < 0) return null
    const row = rows[wanted]
    return row ? () => (list.setOpen(row.id, 'walking'), sight.scrollTo(wanted)) : beyond(wanted < index ? -1 : 1)
  }
  const close = () => {
    list.setOpen(null)
    if (index >= 0) keys.focusRow(index)
  }
  return (
    <SidePanel
      title={panelTitle?.(list.open) ?? String(list.open)}
      onClose={close}
      onPrevious={walkTo(index - 1)}
      onNext={walkTo(index + 1)}
    >
      {/* Nothing that is opened or typed about one row stays when another one is shown. */}
      <Fragment key={list.open}>{panel(list.open, rows[index])}</Fragment>
    </SidePanel>
  )
}
