import type { Doer } from '../../../platform/call.ts'
import { emit } from '../../../platform/events.ts'
import type { Transaction } from '../../../platform/transaction.ts'

/** Says to whoever plans that a variant or closed days have changed; clients do not know of either. */
export const tell = (tx: Transaction, doer: Doer, entity: 'planning' | 'freeze', entity_id: number): Promise<number> =>
  emit(tx, doer, { kind: 'changed', entity, entity_id, companies: [], data: {} })
