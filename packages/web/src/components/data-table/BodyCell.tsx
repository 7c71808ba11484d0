import { Checkbox, Tooltip } from '@mantine/core'
import classes from './Table.module.css'
import { EditInput } from './EditInput.tsx'
import type { After } from './EditInput.tsx'
import { typedOf } from './edit-values.ts'
import { pinnedMarks, pinnedStyle } from './pinning.ts'
import type { CellEdit, DataColumn, TableRow } from './types.ts'
import type { ModelColumn } from './useTableModel.ts'

interface BodyCellProps<Row extends TableRow> {
  row: Row
  column: DataColumn<Row>
  place: ModelColumn<Row>
  editing: boolean
  onEdit: () => void
  onEdited: (after: After) => void
}

interface EditableProps<Row extends TableRow> extends Pick<BodyCellProps<Row>, 'row' | 'column' | 'onEdit'> {
  edit: CellEdit<Row>
}

const labelOf = <Row extends TableRow>(column: DataColumn<Row>, row: Row) => `${column.title}, запись ${row.id}`

/** What is seen has to be in what is said: the value stands in the name of the button. */
const editLabel = <Row extends TableRow>(column: DataColumn<Row>, row: Row) =>
  column.edit && column.edit.kind !== 'check'
    ? `Изменить: ${column.title} ${typedOf(column.edit, row)}, запись ${row.id}`
    : labelOf(column, row)

function Editable<Row extends TableRow>({ row, column, edit, onEdit }: EditableProps<Row>) {
  const can = edit.can?.(row) ?? true
  const reason = can === true ? undefined : can
  if (edit.kind === 'check') {
    return (
      <Tooltip label={reason} disabled={!reason}>
        <Checkbox
          aria-label={labelOf(column, row)}
          checked={edit.value(row)}
          disabled={reason !== undefined}
          onChange={(event) => edit.save(row, event.currentTarget.checked)}
        />
      </Tooltip>
    )
  }
  if (reason !== undefined) return <Tooltip label={reason}>{<span>{column.cell(row)}</span>}</Tooltip>
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.editable}
      aria-label={editLabel(column, row)}
      onClick={onEdit}
    >
      {column.cell(row)}
    </button>
  )
}

export function BodyCell<Row extends TableRow>({ row, column, place, editing, onEdit, onEdited }: BodyCellProps<Row>) {
  const { edit } = column
  return (
    <td
      className={classes.cell}
      style={pinnedStyle(place)}
      data-align={column.align}
      data-editing={editing || undefined}
      {...pinnedMarks(place)}
    >
      {editing && edit && edit.kind !== 'check' ? (
        <EditInput row={row} edit={edit} label={labelOf(column, row)} onDone={onEdited} />
      ) : edit ? (
        <Editable row={row} column={column} edit={edit} onEdit={onEdit} />
      ) : (
        column.cell(row)
      )}
    </td>
  )
}
