import { sql } from 'kysely'
import type { EventActor } from '../../../platform/events.ts'
import { insertRows } from '../../../platform/inserting.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { WAS_COLUMNS, wasOf, type Ended } from '../rules/ended.ts'
import type { LockedAgreement } from './agreements.ts'

/** Stores acts that withdrew or deleted agreements, and restores what they ended. */

interface Act {
  act_id: number
  change: string
  reason: string
  /** When links and offers ended with it: an undo finds them by this moment. */
  at: string
}

/** Stores the previous state of each agreement that an act withdrew or deleted, from which the act can be undone. */
export async function insertWithdrawals(
  tx: Transaction,
  { person }: EventActor,
  { act_id, change, reason, at }: Act,
  event_id: number | null,
  ended: { row: LockedAgreement; version: number }[],
): Promise<void> {
  const common = { act_id, change, reason, event_id, user_id: person.id || null, at }
  const rows = ended.map(({ row, version }) => ({ ...common, agreement_id: row.id, was: wasOf(row), version }))
  await insertRows(tx, 'agreement_withdrawals', rows).execute()
}

/** Marks an act as undone. @returns the number of its agreements; 0 when it was undone before */
export const markUndone = async (tx: Transaction, act_id: number, undone_at: string): Promise<number> => {
  const marked = await tx
    .updateTable('agreement_withdrawals')
    .set({ undone_at })
    .where('act_id', '=', act_id)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  return Number(marked.numUpdatedRows)
}

/** An agreement that was put back by an undo. */
export interface Restored {
  id: number
  company_id: number
  version: number
  event_id: number | null
}

/**
 * Restores agreements with their offers and links as before the act; they are locked and have not been changed since.
 * Columns that an act did not keep stay as they are.
 * @returns them in the order of `all`
 */
export async function restoreEnded(tx: Transaction, all: Ended[], updated_at: string): Promise<Restored[]> {
  const columns = sql.join(WAS_COLUMNS.map((column) => sql.ref(column)))
  const ended = sql`jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as ended(agreement_id int, at timestamptz, was jsonb)`
  const { rows } = await sql<Omit<Restored, 'event_id'>>`
    update agreements as a
    set (${columns}) = (select ${columns} from jsonb_populate_record(a, ended.was)), deleted_at = null,
      updated_at = ${updated_at}, version = a.version + 1
    from ${ended} where a.id = ended.agreement_id
    returning a.id, a.company_id, a.version`.execute(tx)
  await sql`
    update approval_tokens as token set revoked_at = null
    from ${ended} where token.agreement_id = ended.agreement_id and token.revoked_at = ended.at`.execute(tx)
  await sql`
    update agreement_offers as offer set state = 'open', answered_at = null, answered_by = null
    from ${ended}
    where offer.agreement_id = ended.agreement_id and offer.state = 'lapsed' and offer.answered_at = ended.at`.execute(
    tx,
  )
  const restored = new Map(rows.map((row) => [row.id, row]))
  return all.flatMap(({ agreement_id, event_id }) => {
    const row = restored.get(agreement_id)
    return row ? [{ ...row, event_id }] : []
  })
}
