import { decodeName } from '@vypusk/contract'
import type { registry } from '@vypusk/contract'
import { formatDay } from '../../ui/dates.ts'
import { formatDuration } from '../../ui/duration.ts'
import type { Entry } from './api.ts'

/** One field of one entry, from the value the person saw to the new value. Pure. */
export interface EntryChange<Field extends registry.Field = registry.Field> {
  id: number
  /** The version of the entry that the person saw. */
  version: number
  field: Field
  before: Entry[Field]
  after: Entry[Field]
}

export const changeOf = <Field extends registry.Field>(
  entry: Entry,
  field: Field,
  after: Entry[Field],
): EntryChange<Field> => ({ id: entry.id, version: entry.version, field, before: entry[field], after })

export const sameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** The change that undoes this one, based on the version that it has produced. */
export const inverseOf = (change: EntryChange, version: number): EntryChange => ({
  ...change,
  version,
  before: change.after,
  after: change.before,
})

const idOf = (value: Entry[registry.Field]): unknown => {
  if (typeof value !== 'object' || value === null) return value
  return 'idcomp' in value ? value.idcomp : value.id
}

/** The body of the call, with ids in place of things. */
export const bodyOf = ({ id, field, after }: EntryChange, version: number): registry.EntryChange => ({
  id,
  version,
  [field]: idOf(after),
})

/** A value as text for people. */
export function inWords(field: registry.Field, value: Entry[registry.Field]): string {
  if (value === null || value === '') return 'пусто'
  if (typeof value === 'number') return field === 'planned_time' ? formatDuration(value) : String(value)
  if (typeof value === 'string') return field === 'due_date' ? formatDay(value) : value
  if ('idcomp' in value) return decodeName(value.namecomp)
  return 'e_title' in value ? value.e_title : value.name
}
