import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { receipts } from '@vypusk/contract'
import { statement } from '../../../platform/statement.ts'

/** The receipts recorded for an item, in order. */
export const receiptsOf = statement((db, { item }: { item: number }) =>
  db
    .selectFrom('publication_receipts as receipt')
    .innerJoin('shared_users as users', 'users.id', 'receipt.user_id')
    .select(['receipt.idcomp', 'receipt.at'])
    .select((eb) => [
      // A check constraint of the column allows the same values only.
      eb.ref('receipt.kind').$castTo<receipts.ReceiptKind>().as('kind'),
      jsonBuildObject({ id: eb.ref('users.id'), name: eb.ref('users.name') }).as('user'),
    ])
    .where('receipt.publication_release_id', '=', item)
    .orderBy('receipt.at')
    .orderBy('receipt.kind', 'desc'),
)
