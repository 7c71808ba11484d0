import type { CSSProperties } from 'react'
import { SELECT } from './useTableModel.ts'
import type { ModelColumn } from './useTableModel.ts'
import type { TableRow } from './types.ts'

/** The position of a pinned column; undefined for the others. */
export const pinnedStyle = <Row extends TableRow>(column: ModelColumn<Row>): CSSProperties | undefined =>
  column.getIsPinned() === 'start' ? { insetInlineStart: column.getStart('start') } : undefined

/**
 * Attributes for the styles: whether the column is pinned, and whether it is the last of the person's pinned columns,
 * which draws the edge.
 */
export const pinnedMarks = <Row extends TableRow>(column: ModelColumn<Row>) => ({
  'data-pinned': column.getIsPinned() ? true : undefined,
  'data-edge': column.id !== SELECT && column.getIsPinned() && column.getIsLastColumn('start') ? true : undefined,
})
