import type { Insertable } from 'kysely'
import type { DB } from '../../../platform/db-types.gen.ts'
import { insertRows } from '../../../platform/inserting.ts'
import type { Transaction } from '../../../platform/transaction.ts'

/** Stores reminders, their pauses, and who is asked when nobody answers. */

/**
 * Inserts reminders.
 * @returns the agreements of the inserted ones, without those that the schedule, perhaps in a concurrent process, has
 * already reminded at this stage of the question
 */
export const insertReminders = (tx: Transaction, rows: Insertable<DB['agreement_reminders']>[]) =>
  insertRows(tx, 'agreement_reminders', rows)
    .onConflict((conflict) =>
      conflict.columns(['agreement_id', 'asked_at', 'stage']).where('user_id', 'is', null).doNothing(),
    )
    .returning('agreement_id')
    .execute()

export const insertPause = (tx: Transaction, row: Insertable<DB['reminder_pauses']>) =>
  tx.insertInto('reminder_pauses').values(row).execute()

export const endPause = (tx: Transaction, agreement_id: number, ended: { ended_by: number; ended_at: string }) =>
  tx
    .updateTable('reminder_pauses')
    .set(ended)
    .where('agreement_id', '=', agreement_id)
    .where('ended_at', 'is', null)
    .execute()

/** Who of a company is asked after the recipients, by their ids. */
export interface Chosen {
  deputy_id: number | null
  head_id: number | null
}

/** Locks until the transaction ends who is asked in a company, which gets a row of nobody if it has none yet. */
export async function lockEscalation(tx: Transaction, company_id: number): Promise<void> {
  await tx
    .insertInto('company_escalations')
    .values({ company_id })
    .onConflict((conflict) => conflict.column('company_id').doNothing())
    .execute()
  await tx
    .selectFrom('company_escalations')
    .select('company_id')
    .where('company_id', '=', company_id)
    .forUpdate()
    .execute()
}

/** Changes who is asked in a company, which is locked. */
export const writeEscalation = (tx: Transaction, company_id: number, chosen: Chosen) =>
  tx
    .updateTable('company_escalations')
    .set((eb) => ({ ...chosen, version: eb('version', '+', 1) }))
    .where('company_id', '=', company_id)
    .execute()
