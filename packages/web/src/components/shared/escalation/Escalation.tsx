import { Select } from '@mantine/core'
import { reminders } from '@vypusk/contract'
import type { Contact, ReplyOf } from '@vypusk/contract'
import { useChange } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'
import { currentOf } from '../../../api/conflict.ts'
import { toast } from '../../kit/feedback/toast.tsx'
import classes from './Escalation.module.css'
import { whenEmpty } from '../../kit/fields/when-empty.ts'
import type { ListQuery } from '../../kit/fields/when-empty.ts'
import { notifyRefusal } from '../../kit/feedback/refused.ts'

interface EscalationProps {
  company_id: number
  /** «Если получатели компании молчат» */
  legend: string
  /** The people of the company, or that they are loading or have failed to load. */
  people: ListQuery<readonly Contact[] | undefined>
  chosen: reminders.Escalation
}

type Role = 'deputy' | 'head'
const FIELDS = { deputy: 'deputy_id', head: 'head_id' } as const
const GONE = { left: 'больше не из компании', blocked: 'заблокирован' }

interface Choice {
  role: Role
  id: number | null
  /** What the choice was made from. */
  from: reminders.Escalation
}

/** Saves one of the two people; a colleague who has meanwhile chosen the other one does not get in the way. */
async function save(company_id: number, { role, id, from }: Choice): Promise<ReplyOf<typeof reminders.saveEscalation>> {
  const body = { [FIELDS[role]]: id, version: from.escalation_version }
  try {
    return await call(reminders.saveEscalation, { params: { company_id }, body, onRefusal: 'throw' })
  } catch (error) {
    const current = currentOf<reminders.Escalation>(error)
    if (!current || current[role]?.id !== from[role]?.id) throw error
    return save(company_id, { role, id, from: current })
  }
}

const useSaveEscalation = (company_id: number) =>
  useChange({
    changes: ['company', 'agreement'],
    mutationFn: (choice: Choice) => save(company_id, choice),
    onSuccess: () => toast.success('Сохранено'),
    onError: notifyRefusal,
  })

/** Namesakes are told apart by their addresses, as where recipients are chosen. */
function labelOf({ id, name, mailuser }: Contact, people: readonly Contact[]): string {
  if (!mailuser) return `${name} (нет адреса)`
  return people.some((other) => other.name === name && other.id !== id) ? `${name} · ${mailuser}` : name
}

/** The people to choose from, and the one who was chosen earlier: not among them when gone, or when they are not known. */
function choicesOf(people: readonly Contact[] = [], former: reminders.Superior | null) {
  const choices = people.map((one) => ({
    value: String(one.id),
    label: labelOf(one, people),
    disabled: !one.mailuser,
  }))
  if (!former || choices.some(({ value }) => value === String(former.id))) return choices
  const label = former.gone ? `${former.name} (${GONE[former.gone]})` : former.name
  return [...choices, { value: String(former.id), label, disabled: true }]
}

/**
 * Chooses who of the company is asked when the recipients do not answer. Applies to all its agreements; saved when
 * chosen.
 */
export function Escalation({ company_id, legend, people, chosen }: EscalationProps) {
  const { mutate, isPending, variables } = useSaveEscalation(company_id)
  const field = (role: Role, label: string) => {
    const shown = isPending && variables.role === role ? variables.id : (chosen[role]?.id ?? null)
    return (
      <Select
        label={label}
        size="xs"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': `Убрать: ${label}` }}
        placeholder="Не назначен"
        {...whenEmpty(people, 'Таких людей нет')}
        data={choicesOf(people.data, chosen[role])}
        disabled={isPending}
        value={shown === null ? null : String(shown)}
        onChange={(id) => mutate({ role, id: id === null ? null : Number(id), from: chosen })}
      />
    )
  }
  return (
    <fieldset className={classes.escalation}>
      <legend>{legend}</legend>
      {field('deputy', 'Заместитель')}
      {field('head', 'Руководитель')}
    </fieldset>
  )
}
