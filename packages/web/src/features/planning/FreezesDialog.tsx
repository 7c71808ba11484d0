import { Button, Group, Modal, Select, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { planning } from '@vypusk/contract'
import { ErrorState } from '../../components/kit/data-table/states.tsx'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { whenEmpty } from '../../components/kit/fields/when-empty.ts'
import { DayField } from '../../components/kit/fields/DayField.tsx'
import { useServerForm } from '../../components/kit/fields/useServerForm.tsx'
import { formatMoment, formatRange } from '../../ui/dates.ts'
import { IconAction } from '../../ui/IconAction.tsx'
import { companiesQuery } from '../../api/lookups.ts'
import { useFullNames } from '../../components/shared/marks/full-names.ts'
import { freezesQuery, useAddFreeze, useRemoveFreeze } from './api.ts'
import classes from './ChangesPanel.module.css'
import { whenDone } from '../../components/kit/feedback/when-done.ts'

const OURS = ''
const EMPTY = { idcomp: OURS, date_from: null as string | null, date_to: null as string | null, reason: '' }

function AddForm() {
  const companies = useQuery(companiesQuery)
  const { mutateAsync } = useAddFreeze()
  const { form, isSaving, formProps } = useServerForm({
    name: 'planning.freeze',
    initialValues: EMPTY,
    empty: EMPTY,
    validate: {
      date_from: (day) => (day ? null : 'Укажите первый день'),
      reason: (text) => (text.trim() === '' ? 'Укажите причину' : null),
    },
    save: ({ idcomp, date_from, date_to, reason }) =>
      mutateAsync({
        idcomp: idcomp ? Number(idcomp) : null,
        date_from: date_from ?? '',
        date_to: date_to ?? date_from ?? '',
        reason,
      }),
  })
  const nameOf = useFullNames()
  const options = [
    { value: OURS, label: 'Все компании: закрыто у нас' },
    ...(companies.data?.companies ?? []).map((one) => ({ value: String(one.idcomp), label: nameOf(one) })),
  ]
  return (
    <form {...formProps} aria-label="Закрыть дни">
      <Stack gap="sm">
        <Select
          label="Компания"
          searchable
          allowDeselect={false}
          {...whenEmpty(companies, 'Такой компании нет')}
          data={options}
          {...form.getInputProps('idcomp')}
        />
        <Group grow align="flex-start">
          <DayField label="С" required {...form.getInputProps('date_from')} />
          <DayField label="По" {...form.getInputProps('date_to')} />
        </Group>
        <TextInput
          label="Причина"
          required
          maxLength={500}
          placeholder="Закрытие квартала"
          {...form.getInputProps('reason')}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={isSaving}>
            Закрыть дни
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Item({ freeze }: { freeze: planning.Freeze }) {
  const { id, company, date_from, date_to, reason, author, by_client, created_at } = freeze
  const { mutateAsync: remove, isPending } = useRemoveFreeze()
  const { mutateAsync: add } = useAddFreeze()
  const closeAgain = () => whenDone(add({ idcomp: company?.idcomp ?? null, date_from, date_to, reason }))
  // They are gone from the list when it is done.
  const open = () => whenDone(remove(id), () => toast.undo('Дни открыты', closeAgain))
  const nameOf = useFullNames()
  const whose = company ? nameOf(company) : 'Все компании'
  return (
    <li className={classes.item}>
      <div className={classes.itemHead}>
        <span className={classes.itemTitle}>
          {whose}: {formatRange(date_from, date_to)}
        </span>
        <IconAction label={`Открыть дни: ${whose}`} size={24} disabled={isPending} onClick={open}>
          <IconTrash size={15} />
        </IconAction>
      </div>
      <div className={classes.reason}>{reason}</div>
      <div className={classes.dates}>
        {author.name}
        {by_client && ', компания'}, {formatMoment(created_at)}
      </div>
    </li>
  )
}

function List() {
  const { data, error, refetch } = useQuery(freezesQuery)
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton height={44} />
  if (data.freezes.length === 0) {
    return <Text c="dimmed">Закрытых дней нет: устанавливать можно в любой рабочий день.</Text>
  }
  return (
    <ul className={classes.items} aria-label="Закрытые дни">
      {data.freezes.map((freeze) => (
        <Item key={freeze.id} freeze={freeze} />
      ))}
    </ul>
  )
}

/** Days without installations: the provider's and each company's. */
export const FreezesDialog = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => (
  <Modal opened={opened} onClose={onClose} title="Закрытые дни">
    <Stack gap="lg">
      <List />
      <AddForm />
    </Stack>
  </Modal>
)
