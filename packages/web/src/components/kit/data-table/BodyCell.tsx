import { Checkbox, Tooltip } from '@mantine/core'
import classes from './Table.module.css'
import { ChoiceInput } from './ChoiceInput.tsx'
import { EditInput } from './EditInput.tsx'
import type { After } from './EditInput.tsx'
import { saidOf } from './edit-values.ts'
import { pinnedMarks, pinnedStyle } from './pinning.ts'
import type { CellEdit, DataColumn, TableRow } from './types.ts'
import type { ModelColumn } from './useTableModel.ts'

interface BodyCellProps<Row extends TableRow> {
  row: Row
  column: DataColumn<Row>
  place: ModelColumn<Row>
  editing: boolean
  /** What was typed on the cell before its editor opened. */
  typed?: string | undefined
  /** Where the keyboard holds cells: 0 on the one it holds. */
  tabIndex?: number | undefined
  onFocus?: (() => void) | undefined
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
    ? `Изменить: ${column.title} ${saidOf(column.edit, row)}, запись ${row.id}`
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

function Editor<Row extends TableRow>(props: BodyCellProps<Row>) {
  const { row, column, typed, onEdited } = props
  const { edit } = column
  if (!edit || edit.kind === 'check') return null
  const common = { row, label: labelOf(column, row), typed, onDone: onEdited }
  return edit.kind === 'choice' ? <ChoiceInput edit={edit} {...common} /> : <EditInput edit={edit} {...common} />
}

export function BodyCell<Row extends TableRow>(props: BodyCellProps<Row>) {
  const { row, column, place, editing, onEdit, tabIndex, onFocus } = props
  const { edit } = column
  return (
    <td
      className={classes.cell}
      style={pinnedStyle(place)}
      data-column={column.id}
      data-align={column.align}
      data-editing={editing || undefined}
      tabIndex={tabIndex}
      onFocus={onFocus}
      {...pinnedMarks(place)}
    >
      {editing && edit && edit.kind !== 'check' ? (
        <Editor {...props} />
      ) : edit ? (
        <Editable row={row} column={column} edit={edit} onEdit={onEdit} />
      ) : (
        column.cell(row)
      )}
    </td>
  )
}
