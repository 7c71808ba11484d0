import { sql } from 'kysely'
import type { finding } from '@vypusk/contract'
import type { Transaction } from '../../platform/transaction.ts'

/** How many opened things are kept for each person. */
const KEPT = 50

interface Opened {
  user_id: number
  kind: finding.Kind
  thing_id: number
  at: string
}

export const writeOpened = (tx: Transaction, opened: Opened) =>
  tx
    .insertInto('opened_things')
    .values(opened)
    .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'thing_id']).doUpdateSet({ at: opened.at }))
    .execute()

/** Deletes all but the latest. */
export const forgetOlder = (tx: Transaction, user_id: number) =>
  tx
    .deleteFrom('opened_things')
    .where('user_id', '=', user_id)
    .where(
      'at',
      '<',
      sql<string>`(select at from opened_things where user_id = ${user_id} order by at desc offset ${KEPT - 1} limit 1)`,
    )
    .execute()
