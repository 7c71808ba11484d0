import { Alert, Button, Table, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { formatDay } from '../../ui/dates.ts'
import { formatDuration } from '../../ui/duration.ts'
import { RichText } from '../../ui/RichText.tsx'
import { FIELD_TITLES, isSame, type FieldName, type FormValues } from './form-values.ts'
import type { ReleaseForm } from './useReleaseForm.ts'

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

interface MeetingAlertProps {
  form: ReleaseForm
  names: NamesOf
}

/** Somebody saved the release meanwhile: what was taken from them, and both texts where they differ. */
export function MeetingAlert({ form: { form, meeting }, names }: MeetingAlertProps) {
  const alert = useRef<HTMLDivElement>(null)
  // It is said at the top of the form; whoever saved may be far below.
  useEffect(() => {
    if (meeting) alert.current?.scrollIntoView({ block: 'start' })
  }, [meeting])
  if (!meeting) return null
  const { theirs, taken } = meeting
  const conflicts = meeting.conflicts.filter((field) => !isSame(form.values[field], theirs[field]))
  return (
    <Alert ref={alert} color="yellow" role="alert" title="Пока вы работали, релиз сохранил другой человек">
      {taken.length > 0 && <p>Его изменения перенесены сюда: {titles(taken)}.</p>}
      {conflicts.length > 0 ? (
        <Table mb="xs" layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={120}>Поле</Table.Th>
              <Table.Th>У вас</Table.Th>
              <Table.Th>Сейчас сохранено</Table.Th>
              <Table.Th w={110}>
                <VisuallyHidden>Действие</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {conflicts.map((field) => (
              <Table.Tr key={field}>
                <Table.Td>{FIELD_TITLES[field]}</Table.Td>
                <Table.Td>
                  <Value field={field} value={form.values[field]} names={names} />
                </Table.Td>
                <Table.Td>
                  <Value field={field} value={theirs[field]} names={names} />
                </Table.Td>
                <Table.Td>
                  <Button
                    variant="default"
                    size="compact-xs"
                    aria-label={`Взять его: ${FIELD_TITLES[field]}`}
                    onClick={() => form.setValues({ [field]: theirs[field] })}
                  >
                    Взять его
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ) : null}
      <p>
        {conflicts.length > 0
          ? 'Выберите, что оставить, и сохраните ещё раз: ваши значения заменят сохранённые.'
          : 'Ничего из вашего не потеряно: сохраните ещё раз.'}
      </p>
    </Alert>
  )
}
