import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isKnownDay, type planning } from '@vypusk/contract'
import { useState } from 'react'
import { DayField } from '../../components/kit/fields/DayField.tsx'
import { leadToFirst } from '../../components/kit/fields/refused-fields.ts'
import { formOf } from '../../components/kit/fields/unread.ts'
import { formatDay } from '../../ui/dates.ts'
import { freeDateQuery } from './api.ts'
import { datesFault, type Dates } from './dates-fault.ts'
import { addDays, daysBetween } from './scale.ts'

interface MoveDialogProps {
  /** With the dates being tried; null while closed. */
  row: planning.PlanningRelease | null
  onMove: (dates: Dates) => void
  onClose: () => void
}

/** Offers the nearest day on which all companies of the release allow installations. */
function FreeDate({ id, from, onPick }: { id: number; from: string; onPick: (day: string) => void }) {
  const { data } = useQuery(freeDateQuery(id, from))
  if (!data) return null
  if (!data.day) return <Text size="sm">Свободной для всех компаний даты нет на два года вперёд.</Text>
  const { day } = data
  if (day === from) return <Text size="sm">{formatDay(day)} свободно для всех компаний.</Text>
  return (
    <Alert color="yellow" title={data.passed[0]?.reason}>
      <Button size="compact-sm" variant="default" onClick={() => onPick(day)}>
        Ближайшая свободная для всех: {formatDay(day)}
      </Button>
    </Alert>
  )
}

function Form({ row, onMove, onClose }: MoveDialogProps & { row: planning.PlanningRelease }) {
  const [dates, setDates] = useState<Dates>({ start_date: row.start_date, plan_date: row.plan_date })
  const fault = datesFault(dates)
  const length = daysBetween(row.start_date, row.plan_date)
  const move = (form: HTMLFormElement) => {
    if (fault) {
      leadToFirst(form)
      return
    }
    onMove(dates)
    onClose()
  }
  return (
    <form {...formOf(move)}>
      <Stack gap="md">
        <Text>{row.title}</Text>
        <Group grow align="flex-start">
          <DayField
            data-autofocus
            label="Начало"
            clearable={false}
            value={dates.start_date}
            // Moving the start moves the end, so that the duration stays the same.
            onChange={(day) => day && setDates({ start_date: day, plan_date: addDays(day, length) })}
          />
          <DayField
            label="План"
            clearable={false}
            value={dates.plan_date}
            error={fault}
            onChange={(day) => day && setDates({ ...dates, plan_date: day })}
          />
        </Group>
        {isKnownDay(dates.plan_date) && (
          <FreeDate
            id={row.id}
            from={dates.plan_date}
            onPick={(plan_date) => setDates((before) => ({ ...before, plan_date }))}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Отмена
          </Button>
          <Button type="submit">Показать, что изменится</Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Edits the dates of a release by typing. */
export const MoveDialog = ({ row, onMove, onClose }: MoveDialogProps) => (
  <Modal opened={row !== null} onClose={onClose} title="Перенести релиз">
    {row && <Form key={row.id} row={row} onMove={onMove} onClose={onClose} />}
  </Modal>
)
