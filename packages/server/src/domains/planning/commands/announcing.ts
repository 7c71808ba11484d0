import type { Actor } from '../../../platform/call.ts'
import { emit } from '../../../platform/events.ts'
import type { Transaction } from '../../../platform/transaction.ts'

/** Says to whoever plans that a variant or closed days have changed; clients do not know of either. */
export const emitChange = (
  tx: Transaction,
  actor: Actor,
  entity: 'planning' | 'freeze',
  entity_id: number,
): Promise<number> => emit(tx, actor, { kind: 'changed', entity, entity_id, companies: [], data: {} })
