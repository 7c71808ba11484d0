import { SidePanel } from './SidePanel.tsx'
import type { TableRow } from './types.ts'
import type { TableView } from './useTableView.ts'

/** The details of the row the address names, with the way on through the list. */
export function OpenRow<Row extends TableRow>({ view }: { view: TableView<Row> }) {
  const { rows, sight, keys } = view
  const { list, panel, panelTitle } = view.props
  if (!panel || list.open === null) return null
  const index = rows.findIndex(({ id }) => id === list.open)
  const walkTo = (wanted: number) => {
    const row = index < 0 ? undefined : rows[wanted]
    return row ? () => (list.setOpen(row.id, 'walking'), sight.scrollTo(wanted)) : null
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
      {panel(list.open, rows[index])}
    </SidePanel>
  )
}
