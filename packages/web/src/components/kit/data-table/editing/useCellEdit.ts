import { useState } from 'react'
import type { EditedCell } from '../BodyRow.tsx'
import type { After } from './EditInput.tsx'
import type { DataColumn, TableRow } from '../types.ts'
import type { TableModel } from '../useTableModel.ts'

export interface CellEditing {
  editing: EditedCell | null
  /** Opens the first editable cell of a row. */
  start: (index: number) => void
  onEdit: (id: number, column: string, typed?: string) => void
  onEdited: (id: number, column: string, after: After) => void
}

/** The columns of a row that open an editor, in the order they are shown. */
const editableIds = <Row extends TableRow>(
  model: TableModel<Row>,
  columns: ReadonlyMap<string, DataColumn<Row>>,
  row: Row | undefined,
): string[] =>
  model
    .getVisibleLeafColumns()
    .flatMap(({ id }) => columns.get(id) ?? [])
    .filter(({ edit }) => edit && edit.kind !== 'check' && row && (edit.can?.(row) ?? true) === true)
    .map(({ id }) => id)

const STEPS: Partial<Record<After, number>> = { next: 1, previous: -1 }

/** Manages which cell is being edited, and where the focus goes afterwards. */
export function useCellEdit<Row extends TableRow>(
  model: TableModel<Row>,
  columns: ReadonlyMap<string, DataColumn<Row>>,
  focus: (index: number, column: string) => void,
  /** The row that Enter goes to from a row. */
  below: (index: number) => number,
  /** Called when an edit has ended by a key, and no other cell of the row follows. */
  onOver: () => void,
): CellEditing {
  const [editing, setEditing] = useState<EditedCell | null>(null)
  const rows = model.getRowModel().rows
  return {
    editing,
    onEdit: (id, column, typed) => setEditing({ id, column, ...(typed === undefined ? {} : { typed }) }),
    start: (index) => {
      const row = rows[index]?.original
      const column = editableIds(model, columns, row)[0]
      if (row && column !== undefined) setEditing({ id: row.id, column })
    },
    onEdited: (id, column, after) => {
      const index = rows.findIndex((row) => row.original.id === id)
      const ids = editableIds(model, columns, rows[index]?.original)
      const step = STEPS[after]
      const next = step === undefined ? undefined : ids[ids.indexOf(column) + step]
      setEditing(next === undefined ? null : { id, column: next })
      if (next !== undefined || after === 'left') return
      focus(after === 'below' ? below(index) : index, column)
      onOver()
    },
  }
}
