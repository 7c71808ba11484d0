import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { receipts } from '@vypusk/contract'
import { statement } from '../../../platform/statement.ts'
import { knows } from '../../access/port.ts'

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

interface HandoverKey {
  publication_id: number
  release_id: number
  idcomp: number
}

/** The item by which the company was handed the release, locked until the transaction ends. */
export const handedItem = statement((db, { publication_id, release_id, idcomp }: HandoverKey) =>
  db
    .selectFrom('publication_releases as item')
    .innerJoin('shared_releases as releases', 'releases.id', 'item.release_id')
    .innerJoin('shared_companies as companies', (join) => join.on('companies.idcomp', '=', idcomp))
    .select(['item.id', 'releases.title', 'companies.namecomp'])
    .where('item.publication_id', '=', publication_id)
    .where('item.release_id', '=', release_id)
    .where(knows.publicationItem({ isRivc: false, idcomp }))
    .forUpdate('item'),
)
