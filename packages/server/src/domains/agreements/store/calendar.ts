import { sql } from 'kysely'
import { oneOf } from '../../../platform/sql.ts'
import type { Transaction } from '../../../platform/transaction.ts'

/** Makes calendar programs take what the entries of these agreements say now for news. */
export const raiseCalendarSequence = (tx: Transaction, ids: number[]) =>
  tx
    .updateTable('agreements')
    .set({ calendar_sequence: sql<number>`coalesce(calendar_sequence, version) + 1` })
    .where('id', '=', oneOf(ids))
    .execute()
