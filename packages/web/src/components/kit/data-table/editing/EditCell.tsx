import { later, usePart } from '../../feedback/later.ts'
import { RowCheck } from '../RowCheck.tsx'
import classes from '../Table.module.css'
import { EditInput } from './EditInput.tsx'
import type { After } from './EditInput.tsx'
import { textOf } from './edit-values.ts'
import type { CellEdit, ChoiceEdit, DataColumn, TableRow } from '../types.ts'

const choiceInput = later(() => import('./ChoiceInput.tsx'))

export interface EditCellProps<Row extends TableRow> {
  row: Row
  column: DataColumn<Row>
  editing: boolean
  /** Text typed on the cell before its editor opened. */
  typed?: string | undefined
  /** Whether Tab reaches it; in a table the arrow keys move between rows and cells instead. */
  isTabbed?: boolean
  onEdit: () => void
  onEdited: (after: After) => void
}

interface EditableProps<Row extends TableRow> extends Pick<
  EditCellProps<Row>,
  'row' | 'column' | 'isTabbed' | 'onEdit'
> {
  edit: CellEdit<Row>
}

const labelOf = <Row extends TableRow>(column: DataColumn<Row>, row: Row) => `${column.title}, запись ${row.id}`

/** The visible text has to be part of the accessible name, so the button's name contains the value. */
const editLabel = <Row extends TableRow>(column: DataColumn<Row>, row: Row) =>
  column.edit && column.edit.kind !== 'check'
    ? `Изменить: ${column.title} ${textOf(column.edit, row)}, запись ${row.id}`
    : labelOf(column, row)

function Editable<Row extends TableRow>({ row, column, edit, isTabbed = false, onEdit }: EditableProps<Row>) {
  const can = edit.can?.(row) ?? true
  const reason = can === true ? undefined : can
  const stop = isTabbed ? {} : { tabIndex: -1 }
  if (edit.kind === 'check') {
    return (
      <RowCheck
        {...stop}
        aria-label={labelOf(column, row)}
        checked={edit.value(row)}
        disabled={reason !== undefined}
        hint={reason}
        onChange={(event) => edit.save(row, event.currentTarget.checked)}
      />
    )
  }
  if (reason !== undefined) return <span data-hint={reason}>{column.cell(row)}</span>
  return (
    <button type="button" {...stop} className={classes.editable} aria-label={editLabel(column, row)} onClick={onEdit}>
      {column.cell(row)}
    </button>
  )
}

/** Shows the value until the code of the choice editor has loaded. */
function Choice<Row extends TableRow>({ edit, ...props }: EditCellProps<Row> & { edit: ChoiceEdit<Row> }) {
  const { row, column, typed, onEdited } = props
  const loaded = usePart(choiceInput, true)
  if (!loaded) return column.cell(row)
  return <loaded.ChoiceInput edit={edit} row={row} label={labelOf(column, row)} typed={typed} onDone={onEdited} />
}

function Editor<Row extends TableRow>(props: EditCellProps<Row>) {
  const { row, column, typed, onEdited } = props
  const { edit } = column
  if (!edit || edit.kind === 'check') return null
  if (edit.kind === 'choice') return <Choice edit={edit} {...props} />
  return <EditInput edit={edit} row={row} label={labelOf(column, row)} typed={typed} onDone={onEdited} />
}

/** Shows a value, or its editor; a value that may not be changed shows the reason. */
export function EditCell<Row extends TableRow>(props: EditCellProps<Row>) {
  const { row, column, editing } = props
  const { edit } = column
  if (!edit) return column.cell(row)
  return editing && edit.kind !== 'check' ? <Editor {...props} /> : <Editable {...props} edit={edit} />
}
