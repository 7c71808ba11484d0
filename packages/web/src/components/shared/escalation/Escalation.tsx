import { Select } from '@mantine/core'
import { reminders } from '@vypusk/contract'
import type { Contact } from '@vypusk/contract'
import { useChange } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'
import { toast } from '../../kit/feedback/toast.tsx'
import classes from './Escalation.module.css'
import { notifyRefusal } from '../../kit/feedback/refused.ts'

interface EscalationProps {
  company_id: number
  /** «Если получатели компании молчат» */
  legend: string
  /** The people of the company; undefined while they are loading. */
  people: readonly Contact[] | undefined
  deputy: Contact | null
  head: Contact | null
}

const useSaveEscalation = (company_id: number) =>
  useChange({
    changes: ['company', 'agreement'],
    mutationFn: (body: { deputy_id: number | null; head_id: number | null }) =>
      call(reminders.saveEscalation, { params: { company_id }, body, onRefusal: 'throw' }),
    onSuccess: () => toast.success('Сохранено'),
    onError: notifyRefusal,
  })

/**
 * Chooses who of the company is asked when the recipients do not answer. Applies to all its agreements; saved when
 * chosen.
 */
export function Escalation({ company_id, legend, people, deputy, head }: EscalationProps) {
  const { mutate, isPending, variables } = useSaveEscalation(company_id)
  const shown = isPending ? variables : { deputy_id: deputy?.id ?? null, head_id: head?.id ?? null }
  const choices = (people ?? []).map(({ id, name, mailuser }) => ({
    value: String(id),
    label: mailuser ? name : `${name} (нет адреса)`,
    disabled: !mailuser,
  }))
  const field = (name: keyof typeof shown, label: string) => (
    <Select
      label={label}
      size="xs"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Убрать: ${label}` }}
      placeholder="Не назначен"
      nothingFoundMessage="Таких людей нет"
      data={choices}
      disabled={isPending || !people}
      value={shown[name] === null ? null : String(shown[name])}
      onChange={(id) => mutate({ ...shown, [name]: id === null ? null : Number(id) })}
    />
  )
  return (
    <fieldset className={classes.escalation}>
      <legend>{legend}</legend>
      {field('deputy_id', 'Заместитель')}
      {field('head_id', 'Руководитель')}
    </fieldset>
  )
}
