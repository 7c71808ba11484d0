import { sql, type Insertable } from 'kysely'
import type { DB } from '../../platform/db-types.gen.ts'
import type { Transaction } from '../../platform/transaction.ts'

/** Locks the company's calendar until the transaction ends, whether it has a row or not. */
export const lockCalendar = (tx: Transaction, company_id: number) =>
  sql`select pg_advisory_xact_lock(hashtext('company_calendars'), ${company_id}::int)`.execute(tx)

/** Whether PostgreSQL, which computes in SQL when a company's day is over, knows this time zone. */
export async function isZoneKnown(tx: Transaction, zone: string): Promise<boolean> {
  const { rows } = await sql`select from pg_timezone_names where name = ${zone}`.execute(tx)
  return rows.length > 0
}

type Kept = Omit<Insertable<DB['company_calendars']>, 'version'>

/** Inserts or updates a calendar. @returns the new version */
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

/** Inserts closed days. @returns their id */
export const insertClosed = (tx: Transaction, row: Insertable<DB['freezes']>): Promise<number> =>
  tx
    .insertInto('freezes')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
    .then(({ id }) => id)

/** Deletes closed days. @returns whether there were any */
export const deleteClosed = (tx: Transaction, id: number): Promise<boolean> =>
  tx
    .deleteFrom('freezes')
    .where('id', '=', id)
    .executeTakeFirst()
    .then(({ numDeletedRows }) => numDeletedRows > 0n)

/** Inserts a substitution. @returns the id */
export const insertSubstitute = (tx: Transaction, row: Insertable<DB['substitutes']>): Promise<number> =>
  tx
    .insertInto('substitutes')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
    .then(({ id }) => id)

/** Marks a substitution as started. @returns false when it had already started or ended */
export const startSubstitute = (tx: Transaction, id: number, started_at: string): Promise<boolean> =>
  tx
    .updateTable('substitutes')
    .set({ started_at })
    .where('id', '=', id)
    .where('started_at', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
    .then(({ numUpdatedRows }) => numUpdatedRows > 0n)

/** Marks a substitution as ended. @returns false when it had already ended */
export const endSubstitute = (tx: Transaction, id: number, ended_at: string): Promise<boolean> =>
  tx
    .updateTable('substitutes')
    .set({ ended_at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
    .then(({ numUpdatedRows }) => numUpdatedRows > 0n)
