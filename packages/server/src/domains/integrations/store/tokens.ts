import type { Insertable } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import type { DB } from '../../../platform/db-types.gen.ts'
import { oneOf } from '../../../platform/sql.ts'
import type { Transaction } from '../../../platform/transaction.ts'

/** Counts the person's valid tokens under a lock: of two created at once, the second waits and counts the first. */
export async function countTokens(tx: Transaction, user_id: number, now: string): Promise<number> {
  await tx.selectFrom('shared_users as users').select('id').where('id', '=', user_id).forUpdate().execute()
  const { count } = await tx
    .selectFrom('api_tokens')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return count
}

export const writeToken = (tx: Transaction, token: Insertable<DB['api_tokens']>) =>
  tx.insertInto('api_tokens').values(token).returning('id').executeTakeFirstOrThrow()

/** @returns whether the person had such a token */
export async function revokeToken(tx: Transaction, user_id: number, id: number, now: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('api_tokens')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function revokeAll(tx: Transaction, user_id: number, now: string): Promise<void> {
  const own = tx.updateTable('api_tokens').set({ revoked_at: now }).where('user_id', '=', user_id)
  await own.where('revoked_at', 'is', null).execute()
}

/**
 * Revokes the tokens that were created later than any can have been: they were created while a clock was ahead, and would
 * open the product once the clock gets there again. @param until ISO 8601
 */
export async function revokeAhead(tx: Transaction, now: string, until: string): Promise<void> {
  const isAhead = tx.selectFrom('api_tokens').select('id').where('created_at', '>', until)
  const ahead = await isAhead.where('revoked_at', 'is', null).execute()
  // A change, even of nothing, makes every process forget the tokens it remembers.
  if (ahead.length === 0) return
  const ids = ahead.map(({ id }) => id)
  await tx.updateTable('api_tokens').set({ revoked_at: now }).where('id', '=', oneOf(ids)).execute()
}

/**
 * Notes when a token was last used; alone, because reading has no transaction. The memory of tokens knows this
 * statement by its beginning (`tokenBy`).
 */
export const writeLastUse = (db: Db, token_hash: Buffer, last: { last_used_at: string }) =>
  db.updateTable('api_tokens').set(last).where('token_hash', '=', token_hash).execute()
