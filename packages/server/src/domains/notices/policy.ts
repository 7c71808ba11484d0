import type { notices } from '@vypusk/contract'
import type { Hearer, Person } from '../../platform/person.ts'
import type { RefusalSpec } from '../../platform/refusal.ts'

export const reasons = {
  unknown: [404, 'Не найдено: возможно, запись удалена или доступ к ней закрыт'],
} as const satisfies Record<string, RefusalSpec>

/** Fields a client is told of; of an agreement all of them are both sides'. */
const CLIENT_FIELDS: Record<notices.Watched, ReadonlySet<string> | 'all'> = {
  request: new Set([
    'e_title',
    'text',
    'status',
    'type',
    'priority',
    'urgency',
    'isPaid',
    'description',
    'isSolo',
    'release_id',
  ]),
  release: new Set(['title', 'step', 'start_date', 'plan_date', 'short_description', 'description', 'terms']),
  agreement: 'all',
  registry_entry: new Set([
    'company',
    'request',
    'title',
    'description',
    'step',
    'priority',
    'responsible',
    'boss',
    'due_date',
  ]),
}

/** Extra addresses are staff's. */
const INTERNAL: ReadonlySet<string> = new Set(['recipientsExtra'])

export function clientHearsOf(entity: notices.Watched, field: string): boolean {
  if (INTERNAL.has(field)) return false
  const fields = CLIENT_FIELDS[entity]
  return fields === 'all' || fields.has(field)
}

/** Who of those that follow a thing the viewer is told of: a client of the own company's people alone. */
export const mayBeNamedTo = (viewer: Hearer, other: Hearer): boolean => viewer.isRivc || other.idcomp === viewer.idcomp

/** Kinds a person can be told of: copies are administrators', undelivered letters are staff's, comments of the registry are theirs who enter it. */
export function concerns(
  { isRivc, isAdmin, can_enter_registry }: Hearer & Pick<Person, 'isAdmin'>,
  kind: notices.Kind,
): boolean {
  if (kind === 'system') return isAdmin
  if (kind === 'delivery') return isRivc
  return can_enter_registry || kind !== 'comment'
}
