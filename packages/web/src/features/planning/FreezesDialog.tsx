import { Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { planning } from '@vypusk/contract'
import { useState } from 'react'
import { sentenceOf } from '../../api/api-error.ts'
import { toast } from '../../components/feedback/toast.tsx'
import { DayField } from '../../components/fields/DayField.tsx'
import { formatRange } from '../../ui/dates.ts'
import { IconAction } from '../../ui/IconAction.tsx'
import { decodeName } from '../../ui/names.ts'
import { companiesQuery, useAddFreeze, useRemoveFreeze } from './api.ts'
import classes from './ChangesPanel.module.css'

const OURS = ''
const EMPTY = { idcomp: OURS, date_from: null as string | null, date_to: null as string | null, reason: '' }

const whose = ({ company }: planning.Freeze) => (company ? decodeName(company.namecomp) : 'Все компании')

function AddForm() {
  const [values, setValues] = useState(EMPTY)
  const { data } = useQuery(companiesQuery)
  const { mutate, isPending } = useAddFreeze()
  const { idcomp, date_from, date_to, reason } = values
  const options = [
    { value: OURS, label: 'Все компании: закрыто у нас' },
    ...(data?.companies ?? []).map((one) => ({ value: String(one.idcomp), label: decodeName(one.namecomp) })),
  ]
  const add = () => {
    if (!date_from) return
    const body = { idcomp: idcomp ? Number(idcomp) : null, date_from, date_to: date_to ?? date_from, reason }
    mutate(body, {
      onSuccess: () => setValues(EMPTY),
      onError: (error) => toast.error(sentenceOf(error)),
    })
  }
  return (
    <form onSubmit={(event) => (event.preventDefault(), add())}>
      <Stack gap="sm">
        <Select
          label="Компания"
          searchable
          allowDeselect={false}
          data={options}
          value={idcomp}
          onChange={(value) => setValues({ ...values, idcomp: value ?? OURS })}
        />
        <Group grow align="flex-start">
          <DayField label="С" required value={date_from} onChange={(day) => setValues({ ...values, date_from: day })} />
          <DayField label="По" value={date_to} onChange={(day) => setValues({ ...values, date_to: day })} />
        </Group>
        <TextInput
          label="Причина"
          required
          maxLength={500}
          placeholder="Закрытие квартала"
          value={reason}
          onChange={(event) => setValues({ ...values, reason: event.currentTarget.value })}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={isPending} disabled={!date_from || !reason.trim()}>
            Закрыть дни
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function List({ freezes }: { freezes: readonly planning.Freeze[] }) {
  const { mutate } = useRemoveFreeze()
  const remove = (id: number) => mutate(id, { onError: (error) => toast.error(sentenceOf(error)) })
  if (freezes.length === 0) return <Text c="dimmed">Закрытых дней нет: устанавливать можно в любой рабочий день.</Text>
  return (
    <ul className={classes.items}>
      {freezes.map((freeze) => (
        <li key={freeze.id} className={classes.item}>
          <div className={classes.itemHead}>
            <span className={classes.itemTitle}>
              {whose(freeze)}: {formatRange(freeze.date_from, freeze.date_to)}
            </span>
            <IconAction label={`Открыть дни: ${whose(freeze)}`} size={24} onClick={() => remove(freeze.id)}>
              <IconTrash size={15} />
            </IconAction>
          </div>
          <div className={classes.dates}>{freeze.reason}</div>
        </li>
      ))}
    </ul>
  )
}

interface FreezesDialogProps {
  opened: boolean
  freezes: readonly planning.Freeze[]
  onClose: () => void
}

/** Days nobody installs on: ours and each company's. */
export const FreezesDialog = ({ opened, freezes, onClose }: FreezesDialogProps) => (
  <Modal opened={opened} onClose={onClose} title="Закрытые дни">
    <Stack gap="lg">
      <List freezes={freezes} />
      <AddForm />
    </Stack>
  </Modal>
)
