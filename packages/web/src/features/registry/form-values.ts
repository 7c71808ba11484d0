import type { registry } from '@vypusk/contract'
import type { Entry } from './api.ts'
import { sameValue } from './changes.ts'

/** What the form of an entry holds: ids, not names. */
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

/** Only what says something else: what others change meanwhile in other fields stays theirs. */
export const bodyOfForm = (before: EntryValues, after: EntryValues): registry.EntryFields =>
  Object.fromEntries(changedFields(before, after).map((field) => [field, after[field]]))
