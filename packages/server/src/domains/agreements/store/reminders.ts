import type { Insertable } from 'kysely'
import type { DB } from '../../../platform/db-types.gen.ts'
import type { Transaction } from '../../../platform/transaction.ts'

/** Stores reminders, their pauses, and who is asked when nobody answers. */

/**
 * Inserts reminders.
 * @returns the agreements of the inserted ones, without those that the schedule, perhaps in a concurrent process, has
 * already reminded at this stage of the question
 */
export const insertReminders = (tx: Transaction, rows: Insertable<DB['agreement_reminders']>[]) =>
  tx
    .insertInto('agreement_reminders')
    .values(rows)
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

export const writeEscalation = (tx: Transaction, row: Insertable<DB['company_escalations']>) =>
  tx
    .insertInto('company_escalations')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('company_id').doUpdateSet({ deputy_id: row.deputy_id ?? null, head_id: row.head_id ?? null }),
    )
    .execute()
