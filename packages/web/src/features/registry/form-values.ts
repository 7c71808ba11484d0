import { decodeName, registry } from '@vypusk/contract'
import type { FieldNames } from '../../components/kit/conflict/ConflictAlert.tsx'
import { formatDay } from '../../ui/dates.ts'
import { formatDuration } from '../../ui/duration.ts'
import type { Choices, Entry } from './api.ts'
import { sameValue } from './changes.ts'

/** The values of an entry's form: ids rather than names. */
export type EntryValues = {
  company: number | null
  request: number | null
  title: string
  description: string
  step: number | null
  priority: number | null
  responsible: number | null
  boss: number | null
  due_date: string | null
  planned_time: number | null
}

export const emptyEntry: EntryValues = {
  company: null,
  request: null,
  title: '',
  description: '',
  step: null,
  priority: null,
  responsible: null,
  boss: null,
  due_date: null,
  planned_time: null,
}

export const valuesOf = (entry: Entry): EntryValues => ({
  company: entry.company.idcomp,
  request: entry.request?.id ?? null,
  title: entry.title,
  description: entry.description,
  step: entry.step.id,
  priority: entry.priority,
  responsible: entry.responsible?.id ?? null,
  boss: entry.boss?.id ?? null,
  due_date: entry.due_date,
  planned_time: entry.planned_time,
})

const fieldsOf = Object.keys(emptyEntry) as registry.Field[]

export const changedFields = (before: EntryValues, after: EntryValues): registry.Field[] =>
  fieldsOf.filter((field) => !sameValue(before[field], after[field]))

/** Only the fields that were changed, so that other people's changes to other fields are kept. */
export const bodyOfForm = (before: EntryValues, after: EntryValues): registry.EntryFields =>
  Object.fromEntries(changedFields(before, after).map((field) => [field, after[field]]))

const asTyped = (text: string) => text
const namedBy =
  (list: readonly { id: number; name: string }[]) =>
  (id: number | null): string =>
    id === null ? '' : (list.find((one) => one.id === id)?.name ?? String(id))

/**
 * The form's fields with their titles, as shown to people.
 * @param entries provide names that the choices do not contain: the entry as it was opened, and as another person has saved it
 */
export function fieldNames(
  choices: Choices | undefined,
  ...entries: [Entry, ...(Entry | undefined)[]]
): FieldNames<EntryValues> {
  const [entry] = entries
  const own = (field: 'step' | 'responsible' | 'boss') => entries.flatMap((one) => one?.[field] ?? [])
  const { steps = [], responsibles = [], bosses = [] } = choices ?? {}
  const titles = registry.fieldTitles
  return {
    company: [titles.company, () => decodeName(entry.company.namecomp)],
    request: [titles.request, (id) => (id === null ? '' : `№ ${id}`)],
    title: [titles.title, asTyped],
    description: [titles.description, asTyped],
    step: [titles.step, namedBy([...own('step'), ...steps])],
    priority: [titles.priority, (priority) => (priority === null ? '' : String(priority))],
    responsible: [titles.responsible, namedBy([...own('responsible'), ...responsibles])],
    boss: [titles.boss, namedBy([...own('boss'), ...bosses])],
    due_date: [titles.due_date, (day) => day && formatDay(day)],
    planned_time: [titles.planned_time, (minutes) => minutes !== null && formatDuration(minutes)],
  }
}
