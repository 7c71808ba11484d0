import type { CSSProperties } from 'react'
import { SELECT } from './useTableModel.ts'
import type { ModelColumn } from './useTableModel.ts'
import type { TableRow } from './types.ts'

/** Where a pinned column sticks; nothing for the others. */
export const pinnedStyle = <Row extends TableRow>(column: ModelColumn<Row>): CSSProperties | undefined =>
  column.getIsPinned() === 'start' ? { insetInlineStart: column.getStart('start') } : undefined

/** For the styles: pinned, and the last of those somebody pinned, which draws the edge. */
export const pinnedMarks = <Row extends TableRow>(column: ModelColumn<Row>) => ({
  'data-pinned': column.getIsPinned() ? true : undefined,
  'data-edge': column.id !== SELECT && column.getIsPinned() && column.getIsLastColumn('start') ? true : undefined,
})
