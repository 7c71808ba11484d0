import { audit, type Delivery } from '@vypusk/contract'

/** The names of kinds of things, by the kinds that have a history. */
export const KINDS = new Map<string, string>(audit.auditEntities.map(({ entity, name }) => [entity, name]))

/** The state of a letter or a copy. */
export function deliveryInWords({ kind, state, attempts }: Pick<Delivery, 'kind' | 'state' | 'attempts'>): string {
  if (state === 'failed') return 'Не доставлено'
  if (kind === 'mail') return state === 'sent' ? 'Отправлено' : 'Отправляется'
  if (state === 'sent') return 'Скопировано'
  return attempts > 0 ? 'Ждёт повтора' : 'Копируется'
}
