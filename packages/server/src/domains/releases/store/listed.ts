import { sql } from 'kysely'
import { momentOf } from '../../../platform/clock.ts'
import type { EventActor } from '../../../platform/events.ts'
import { oneOf } from '../../../platform/sql.ts'
import { insertRows } from '../../../platform/inserting.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import type { ListedCompany } from '../events.ts'

/** The not-publishing list of a release. */

const LISTED = ['idcomp', 'reason', 'client_reason', 'user_id', 'at'] as const

/** Removes companies that left the release from its not-publishing list. @returns the rows that were removed */
export const dropListed = (tx: Transaction, release_id: number, companies: number[]): Promise<ListedCompany[]> =>
  tx
    .deleteFrom('not_publishing_list')
    .where('release_id', '=', release_id)
    .where('idcomp', '<>', sql<number>`all(${companies}::int[])`)
    .returning(LISTED)
    .execute()

/** Why a company is on the list: for staff, and in words that it may read itself. */
type Listing = { reason: string | null; client_reason: string | null }

/**
 * Puts a company on the not-publishing list of a release; one that is on it gets the new reasons, and stays as it is when
 * they are the ones it has.
 */
export const writeListed = (tx: Transaction, actor: EventActor, release_id: number, idcomp: number, why: Listing) =>
  tx
    .insertInto('not_publishing_list')
    .values({ release_id, idcomp, ...why, user_id: actor.person.id, at: momentOf(actor.deps.clock) })
    .onConflict((conflict) =>
      conflict
        .columns(['release_id', 'idcomp'])
        .doUpdateSet((eb) => ({ ...why, user_id: eb.ref('excluded.user_id'), at: eb.ref('excluded.at') }))
        .where((eb) =>
          eb.or([
            eb('not_publishing_list.reason', 'is distinct from', why.reason),
            eb('not_publishing_list.client_reason', 'is distinct from', why.client_reason),
          ]),
        ),
    )
    .execute()

/** @returns the rows that were removed */
export const removeListed = (tx: Transaction, release_id: number, companies: number[]): Promise<ListedCompany[]> =>
  tx
    .deleteFrom('not_publishing_list')
    .where('release_id', '=', release_id)
    .where('idcomp', '=', oneOf(companies))
    .returning(LISTED)
    .execute()

/** Puts rows back on the not-publishing list; a company that was put there again meanwhile stays as it is. */
export async function returnListed(tx: Transaction, release_id: number, rows: ListedCompany[]): Promise<void> {
  if (rows.length === 0) return
  const listed = rows.map((row) => ({ release_id, ...row }))
  await insertRows(tx, 'not_publishing_list', listed)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
