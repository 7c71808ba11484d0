import { type Insertable } from 'kysely'
import type { approve } from '@vypusk/contract'
import type { DB } from '../../../platform/db-types.gen.ts'
import { insertRows } from '../../../platform/inserting.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { oneOf } from '../../../platform/sql.ts'

/** Stores links of letters and of calendar programs. */

export const insertTokens = (tx: Transaction, rows: Insertable<DB['approval_tokens']>[]) =>
  insertRows(tx, 'approval_tokens', rows).execute()

/** A link decides once: this keeps when, and what was answered. */
export const useToken = (tx: Transaction, token_hash: Buffer, used: { used_at: string; answer: approve.AnswerKind }) =>
  tx.updateTable('approval_tokens').set(used).where('token_hash', '=', token_hash).execute()

/** Revokes every unused link of the agreements. */
export const revokeTokens = (tx: Transaction, agreements: number[], revoked_at: string) =>
  tx
    .updateTable('approval_tokens')
    .set({ revoked_at })
    .where('agreement_id', '=', oneOf(agreements))
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()

/** Creates a person's link for calendar programs, or replaces the existing one. */
export const writeCalendarLink = (tx: Transaction, user_id: number, secret_hash: Buffer, created_at: string) =>
  tx
    .insertInto('calendar_links')
    .values({ user_id, secret_hash, created_at })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ secret_hash, created_at, fetched_at: null }))
    .execute()

export async function removeCalendarLink(tx: Transaction, user_id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('calendar_links').where('user_id', '=', user_id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Records when a calendar program last read the link. */
export const seeCalendarLink = (tx: Transaction, secret_hash: Buffer, fetched_at: string) =>
  tx.updateTable('calendar_links').set({ fetched_at }).where('secret_hash', '=', secret_hash).execute()

/** Records by which link files were uploaded. */
export const insertLinkFiles = (tx: Transaction, rows: Insertable<DB['link_files']>[]) =>
  insertRows(tx, 'link_files', rows)
    .execute()
    .then(() => undefined)
