import { agreements, type notices } from '@vypusk/contract'
import type { Hearer } from '../../platform/person.ts'
import type { RefusalSpec } from '../../platform/refusal.ts'

export const reasons = {
  unknown: [404, 'Не найдено: возможно, запись удалена или доступ к ней закрыт'],
} as const satisfies Record<string, RefusalSpec>

/** The fields whose changes clients are notified of; those of an agreement belong to both sides. */
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
    'deleted_at',
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

export function clientHearsOf(entity: notices.Watched, field: string): boolean {
  if (entity === 'agreement' && agreements.internalFields.includes(field)) return false
  const fields = CLIENT_FIELDS[entity]
  return fields === 'all' || fields.has(field)
}

/** Whether the viewer may see that the other person follows a thing: a client only sees people of their own company. */
export const mayBeNamedTo = (viewer: Hearer, other: Hearer): boolean => viewer.isRivc || other.idcomp === viewer.idcomp

/**
 * Whether a person can be notified of a kind: backups concern administrators, undelivered letters staff, and comments
 * of the registry those who may enter it.
 */
export function concerns({ isRivc, isAdmin, can_enter_registry }: Hearer, kind: notices.Kind): boolean {
  if (kind === 'system') return isAdmin
  if (kind === 'delivery') return isRivc
  return can_enter_registry || kind !== 'comment'
}
