import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { DB } from '../../platform/db-types.gen.ts'
import type { Transaction } from '../../platform/transaction.ts'

type OfDelivery = ExpressionBuilder<DB & { d: DB['deliveries'] }, 'd'>

/**
 * Takes deliveries until the transaction ends, always in the order of their numbers. One that somebody has right
 * now is waited for, and left out when the condition no longer holds then.
 */
export const lockDeliveries = (tx: Transaction, condition: (eb: OfDelivery) => Expression<SqlBool>) =>
  tx.selectFrom('deliveries as d').select(['d.id', 'd.kind']).where(condition).orderBy('d.id').forUpdate().execute()

/** Puts them back into the waiting state, as if nobody had tried yet. */
export const queueAgain = (tx: Transaction, ids: number[], at: string) =>
  tx
    .updateTable('deliveries')
    .set({ state: 'queued', attempts: 0, last_error: null, at })
    .where('id', 'in', ids)
    .execute()
