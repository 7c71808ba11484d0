import type { ClipboardEvent } from 'react'
import { isTyping } from '../../../../ui/useKeys.ts'
import { textOf } from './edit-values.ts'
import type { CellWork, DataColumn, TableRow } from '../types.ts'

export interface CellClipboard {
  onPaste: (event: ClipboardEvent) => void
  onCopy: (event: ClipboardEvent) => void
}

/** Ctrl+C copies the value of the focused cell; Ctrl+V offers the pasted text to its column, from its row down. */
export function cellClipboard<Row extends TableRow>(
  column: DataColumn<Row> | undefined,
  rows: Row[],
  work: CellWork<Row> | undefined,
): CellClipboard {
  const edit = column?.edit
  return {
    onPaste: (event) => {
      if (!work?.onPaste || !column || !edit || isTyping(event.target)) return
      event.preventDefault()
      work.onPaste(column.id, rows, event.clipboardData.getData('text/plain'))
    },
    onCopy: (event) => {
      const [row] = rows
      if (!row || !edit || isTyping(event.target) || getSelection()?.isCollapsed === false) return
      event.preventDefault()
      event.clipboardData.setData('text/plain', textOf(edit, row))
    },
  }
}
