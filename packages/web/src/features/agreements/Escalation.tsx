import { Select } from '@mantine/core'
import type { Contact } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { decodeName } from '../../ui/names.ts'
import classes from './agreements.module.css'
import { companyPeopleQuery, useSaveEscalation } from './api.ts'
import type { Detail } from './api.ts'

interface EscalationProps {
  agreement: Detail
  deputy: Contact | null
  head: Contact | null
}

/** Who of the company is asked when the recipients keep silent: the same for all its agreements, saved by the choice. */
export function Escalation({ agreement: { company_id, company }, deputy, head }: EscalationProps) {
  const { data } = useQuery(companyPeopleQuery(company_id))
  const { mutate, isPending, variables } = useSaveEscalation(company_id)
  const shown = isPending ? variables : { deputy_id: deputy?.id ?? null, head_id: head?.id ?? null }
  const people = (data?.contacts ?? []).map(({ id, name, mailuser }) => ({
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
      data={people}
      disabled={isPending || !data}
      value={shown[name] === null ? null : String(shown[name])}
      onChange={(id) => mutate({ ...shown, [name]: id === null ? null : Number(id) })}
    />
  )
  return (
    <fieldset className={classes.escalation}>
      <legend className={classes.dim}>Если получатели {decodeName(company.namecomp)} молчат</legend>
      {field('deputy_id', 'Заместитель')}
      {field('head_id', 'Руководитель')}
    </fieldset>
  )
}
