import { sql } from 'kysely'
import type { requests } from '@vypusk/contract'
import { statement } from '../../../platform/statement.ts'

/** The statuses that a request may get, in order. */
export const offeredStatuses = statement((db) =>
  db
    .selectFrom('request_statuses')
    // A check constraint of the column allows the contract's tones only.
    .select(['id', 'name', sql<requests.RequestRow['status']['tone']>`tone`.as('tone')])
    .where('hidden_at', 'is', null)
    .orderBy('order', (order) => order.asc().nullsLast())
    .orderBy('id'),
)
