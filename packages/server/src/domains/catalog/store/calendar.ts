import type { Insertable } from 'kysely'
import type { DB } from '../../../platform/db-types.gen.ts'
import { insertRows } from '../../../platform/inserting.ts'
import type { Transaction } from '../../../platform/transaction.ts'

export const lockDay = (tx: Transaction, day: string) =>
  tx.selectFrom('calendar_days').select(['minutes', 'name']).where('day', '=', day).forUpdate().executeTakeFirst()

export const writeDay = (tx: Transaction, row: Insertable<DB['calendar_days']>) =>
  tx
    .insertInto('calendar_days')
    .values(row)
    .onConflict((conflict) => conflict.column('day').doUpdateSet({ minutes: row.minutes, name: row.name }))
    .execute()

export const removeDay = (tx: Transaction, day: string) =>
  tx.deleteFrom('calendar_days').where('day', '=', day).execute()

export const hasDays = async (tx: Transaction, year: number): Promise<boolean> =>
  (await tx
    .selectFrom('calendar_days')
    .select('day')
    .where('day', '>=', `${year}-01-01`)
    .where('day', '<=', `${year}-12-31`)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Inserts the days of a year. @returns false when somebody else is filling the year at the same moment */
export async function insertDays(tx: Transaction, rows: Insertable<DB['calendar_days']>[]): Promise<boolean> {
  const made = await insertRows(tx, 'calendar_days', rows)
    .onConflict((conflict) => conflict.column('day').doNothing())
    .returning('day')
    .execute()
  return made.length === rows.length
}
