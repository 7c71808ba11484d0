import { useMemo } from 'react'
import { SELECT } from '../useTableModel.ts'
import type { ModelColumn, TableModel } from '../useTableModel.ts'
import type { DataColumn, TableRow } from '../types.ts'

interface Pin {
  /** The distance from the start of the table in pixels; null when the column is not pinned. */
  start: number | null
  /** It is the last of the person's pinned columns, which draws the edge. */
  isEdge: boolean
}

const pinOf = <Row extends TableRow>(column: ModelColumn<Row>): Pin => {
  const isPinned = column.getIsPinned() === 'start'
  const isEdge = isPinned && column.id !== SELECT && column.getIsLastColumn('start')
  return { start: isPinned ? column.getStart('start') : null, isEdge }
}

/** The position of a pinned cell, and the attributes for its style. */
const propsOf = ({ start, isEdge }: Pin) => ({
  style: start === null ? undefined : { insetInlineStart: start },
  'data-pinned': start !== null || undefined,
  'data-edge': isEdge || undefined,
})

/** A cell that every row has, and the heading above it. */
export interface CellPlace<Row extends TableRow> {
  id: string
  /** Null for the column of checkboxes. */
  column: DataColumn<Row> | null
  pinned: ReturnType<typeof propsOf>
}

/**
 * Returns the cells of the rows, in their order. They stay the same while no column is moved, hidden or pinned, so that
 * rows are not drawn again because of widths.
 */
export function useCellPlaces<Row extends TableRow>(
  model: TableModel<Row>,
  columns: ReadonlyMap<string, DataColumn<Row>>,
): readonly CellPlace<Row>[] {
  const written = JSON.stringify(model.getVisibleLeafColumns().map((column) => [column.id, pinOf(column)]))
  return useMemo(
    () =>
      (JSON.parse(written) as [string, Pin][]).map(([id, pin]) => ({
        id,
        column: columns.get(id) ?? null,
        pinned: propsOf(pin),
      })),
    [written, columns],
  )
}
