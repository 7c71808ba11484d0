import { sql, type Insertable } from 'kysely'
import type { DB } from '../../platform/db-types.gen.ts'
import type { Transaction } from '../../platform/transaction.ts'

/** Takes the company's calendar until the transaction ends, be there a row of it or not. */
export const lockCalendar = (tx: Transaction, company_id: number) =>
  sql`select pg_advisory_xact_lock(hashtext('company_calendars'), ${company_id}::int)`.execute(tx)

type Kept = Omit<Insertable<DB['company_calendars']>, 'version'>

/** @returns the new version */
export async function writeCalendar(tx: Transaction, kept: Kept): Promise<number> {
  const { version } = await tx
    .insertInto('company_calendars')
    .values(kept)
    .onConflict((conflict) =>
      conflict
        .column('company_id')
        .doUpdateSet((eb) => ({ ...kept, version: eb('company_calendars.version', '+', 1) })),
    )
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** @returns the id of the closed days */
export const insertClosed = (tx: Transaction, row: Insertable<DB['freezes']>): Promise<number> =>
  tx
    .insertInto('freezes')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
    .then(({ id }) => id)

/** @returns whether there were any */
export const deleteClosed = (tx: Transaction, id: number): Promise<boolean> =>
  tx
    .deleteFrom('freezes')
    .where('id', '=', id)
    .executeTakeFirst()
    .then(({ numDeletedRows }) => numDeletedRows > 0n)

/** @returns the id */
export const insertSubstitute = (tx: Transaction, row: Insertable<DB['substitutes']>): Promise<number> =>
  tx
    .insertInto('substitutes')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
    .then(({ id }) => id)

/** @returns whether it has begun by this */
export const startSubstitute = (tx: Transaction, id: number, started_at: string): Promise<boolean> =>
  tx
    .updateTable('substitutes')
    .set({ started_at })
    .where('id', '=', id)
    .where('started_at', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
    .then(({ numUpdatedRows }) => numUpdatedRows > 0n)

/** @returns whether it has ended by this */
export const endSubstitute = (tx: Transaction, id: number, ended_at: string): Promise<boolean> =>
  tx
    .updateTable('substitutes')
    .set({ ended_at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
    .then(({ numUpdatedRows }) => numUpdatedRows > 0n)
