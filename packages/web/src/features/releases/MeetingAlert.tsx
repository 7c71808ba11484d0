import { Alert, Button, Table } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { formatDay } from '../../ui/dates.ts'
import { formatDuration } from '../../ui/duration.ts'
import { RichText } from '../../ui/RichText.tsx'
import { FIELD_TITLES, isSame, type FieldName, type FormValues } from './form-values.ts'
import type { Meeting, ReleaseForm } from './useReleaseForm.ts'

/** Names of what lists hold, by field. */
export type NamesOf = (field: FieldName, id: number) => string

interface ValueProps {
  field: FieldName
  value: FormValues[FieldName]
  names: NamesOf
}

/** A field's value as people read it. */
function Value({ field, value, names }: ValueProps) {
  if (Array.isArray(value)) return value.length > 0 ? value.map((id) => names(field, id)).join(', ') : '–'
  if (typeof value === 'boolean') return value ? 'да' : 'нет'
  if (typeof value === 'number') return formatDuration(value)
  if (value === null || value === '') return '–'
  if (field === 'start_date' || field === 'plan_date') return formatDay(value)
  return field === 'description' || field === 'terms' ? <RichText html={value} /> : value
}

const titles = (fields: readonly FieldName[]) => fields.map((field) => `«${FIELD_TITLES[field]}»`).join(', ')

interface SideProps {
  /** «Моё», «Его». */
  label: string
  field: FieldName
  value: FormValues[FieldName]
  names: NamesOf
  isChosen: boolean
  onChoose: () => void
}

/** One of the two values, and the button that puts it into the form. */
const Side = ({ label, field, value, names, isChosen, onChoose }: SideProps) => (
  <Table.Td>
    <Value field={field} value={value} names={names} />
    <div>
      <Button
        variant={isChosen ? 'light' : 'default'}
        size="compact-xs"
        mt={4}
        aria-pressed={isChosen}
        aria-label={`${label}: ${FIELD_TITLES[field]}`}
        onClick={onChoose}
      >
        {isChosen ? `${label} ✓` : label}
      </Button>
    </div>
  </Table.Td>
)

interface MeetingAlertProps {
  form: ReleaseForm
  names: NamesOf
}

/** Field by field what is typed here and what is saved; either can be chosen, and chosen again. */
function Conflicts({ form: { form }, meeting, names }: MeetingAlertProps & { meeting: Meeting }) {
  const { mine, theirs, conflicts } = meeting
  const choose = (field: FieldName, values: FormValues) => () => form.setValues({ [field]: values[field] })
  return (
    <Table mb="xs" layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={120}>Поле</Table.Th>
          <Table.Th>У вас</Table.Th>
          <Table.Th>Сейчас сохранено</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {conflicts.map((field) => {
          const isTheirs = isSame(form.values[field], theirs[field])
          // What is typed after the meeting is one's own too.
          const own = isTheirs ? mine : form.values
          const side = { field, names }
          return (
            <Table.Tr key={field}>
              <Table.Td>{FIELD_TITLES[field]}</Table.Td>
              <Side label="Моё" value={own[field]} isChosen={!isTheirs} onChoose={choose(field, own)} {...side} />
              <Side label="Его" value={theirs[field]} isChosen={isTheirs} onChoose={choose(field, theirs)} {...side} />
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}

/** Somebody saved the release meanwhile: what was taken from them, and both values where they differ. */
export function MeetingAlert({ form, names }: MeetingAlertProps) {
  const { meeting } = form
  const alert = useRef<HTMLDivElement>(null)
  // It is said at the top of the form; whoever saved may be far below.
  useEffect(() => {
    if (meeting) alert.current?.scrollIntoView({ block: 'start' })
  }, [meeting])
  if (!meeting) return null
  const { taken, conflicts } = meeting
  return (
    <Alert ref={alert} color="yellow" role="alert" title="Пока вы работали, релиз сохранил другой человек">
      {taken.length > 0 && <p>Его изменения перенесены сюда: {titles(taken)}.</p>}
      {conflicts.length > 0 && <Conflicts form={form} meeting={meeting} names={names} />}
      <p>
        {conflicts.length > 0
          ? 'Выберите, что оставить, и сохраните ещё раз: выбранное заменит сохранённое.'
          : 'Ничего из вашего не потеряно: сохраните ещё раз.'}
      </p>
    </Alert>
  )
}
