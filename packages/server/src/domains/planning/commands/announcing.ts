import type { Actor } from '../../../platform/call.ts'
import { emit } from '../../../platform/events.ts'
import type { Transaction } from '../../../platform/transaction.ts'

/** Announces to those who plan that a variant has changed; clients do not see variants. */
export const emitChange = (tx: Transaction, actor: Actor, entity: 'planning', entity_id: number): Promise<number> =>
  emit(tx, actor, { kind: 'changed', entity, entity_id, companies: [], data: {} })
