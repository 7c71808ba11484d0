import { Button, Group, Stack, TextInput } from '@mantine/core'
import type { companyCalendars } from '@vypusk/contract'
import { DayField } from '../../components/kit/fields/DayField.tsx'
import { useUser } from '../../api/account.ts'
import { useServerForm } from '../../components/kit/fields/useServerForm.tsx'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { whenDone } from '../../components/kit/feedback/when-done.ts'
import { AbleButton } from '../../ui/AbleButton.tsx'
import { formatDay, formatMoment, formatRange } from '../../ui/dates.ts'
import { Section } from '../../ui/Section.tsx'
import quiet from '../../ui/quiet.module.css'
import ruled from '../../ui/Ruled.module.css'
import { useCloseDays, useOpenDays } from './api.ts'

type Calendar = companyCalendars.CompanyCalendar
type Closed = companyCalendars.ClosedDays

const EMPTY = { date_from: null as string | null, date_to: null as string | null, reason: '' }

function AddForm({ idcomp }: { idcomp: number }) {
  const { mutateAsync } = useCloseDays(idcomp)
  const { form, isSaving, formProps } = useServerForm({
    name: `company-closed.${idcomp}`,
    initialValues: EMPTY,
    empty: EMPTY,
    validate: {
      date_from: (day) => (day ? null : 'Укажите первый день'),
      reason: (text) => (text.trim() === '' ? 'Укажите причину' : null),
    },
    save: ({ date_from, date_to, reason }) =>
      mutateAsync({ date_from: date_from ?? '', date_to: date_to ?? date_from ?? '', reason }),
  })
  return (
    <form {...formProps} aria-label="Закрыть дни">
      <Group gap="sm" align="flex-start">
        <DayField label="С" required w={150} {...form.getInputProps('date_from')} />
        <DayField label="По" w={150} {...form.getInputProps('date_to')} />
        <TextInput
          label="Причина"
          required
          flex="1 1 220px"
          maxLength={500}
          placeholder="Инвентаризация"
          {...form.getInputProps('reason')}
        />
        <Button type="submit" variant="default" mt={24} loading={isSaving}>
          Закрыть дни
        </Button>
      </Group>
    </form>
  )
}

const daysInWords = ({ date_from, date_to }: Closed) =>
  date_from === date_to ? formatDay(date_from) : formatRange(date_from, date_to)

/** The reason, as far as the person may read it. */
const whyInWords = ({ reason, of_provider }: Closed) =>
  reason ?? (of_provider ? 'Поставщик в эти дни ничего не устанавливает' : 'Закрыто поставщиком')

const whoInWords = ({ author, by_client, created_at }: Closed) =>
  `${author.name}, ${by_client ? 'компания' : 'поставщик'}, ${formatMoment(created_at)}`

function Item({ idcomp, days }: { idcomp: number; days: Closed }) {
  const { mutateAsync, isPending } = useOpenDays(idcomp)
  const { mutateAsync: closeAgain } = useCloseDays(idcomp)
  const { isRivc } = useUser()
  const { date_from, date_to, reason, of_provider, by_client } = days
  const undo = () => whenDone(closeAgain({ date_from, date_to, reason: reason ?? '' }))
  // Days closed again belong to who closes them: a client could not open its own any more that staff have closed again.
  const isOwn = !of_provider && by_client === !isRivc
  // They are gone from the list when it is done.
  const open = () =>
    whenDone(mutateAsync(days.id), () => (isOwn ? toast.undo('Дни открыты', undo) : toast.success('Дни открыты')))
  return (
    <li className={ruled.withAction}>
      <div>
        <b>{daysInWords(days)}</b> {whyInWords(days)}
        <div className={quiet.dim}>{whoInWords(days)}</div>
      </div>
      <AbleButton
        ability={days.abilities.open}
        size="compact-sm"
        label={`Открыть дни: ${daysInWords(days)}`}
        loading={isPending}
        onClick={open}
      >
        Открыть
      </AbleButton>
    </li>
  )
}

/** Days on which nothing is installed at the company: its own, and the provider's. */
export function ClosedDays({ calendar: { company, closed, abilities } }: { calendar: Calendar }) {
  return (
    <Section title="Закрытые дни" level={2} aside={closed.length || undefined}>
      <Stack gap="sm">
        {closed.length === 0 ? (
          <p className={quiet.dim}>Закрытых дней нет: релизы можно ставить в любой рабочий день.</p>
        ) : (
          <ul className={ruled.list} aria-label="Закрытые дни">
            {closed.map((days) => (
              <Item key={days.id} idcomp={company.idcomp} days={days} />
            ))}
          </ul>
        )}
        {abilities.edit === true && <AddForm idcomp={company.idcomp} />}
      </Stack>
    </Section>
  )
}
