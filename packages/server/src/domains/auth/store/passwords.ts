import { lastsTill, oneOf } from '../../../platform/sql.ts'
import type { Transaction } from '../../../platform/transaction.ts'

/** Stores a new link, which replaces the person's earlier one. */
export const writePasswordLink = (
  tx: Transaction,
  user_id: number,
  link: { token_hash: Buffer; created_at: string; expires_at: string },
) =>
  tx
    .insertInto('password_links')
    .values({ user_id, ...link })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(link))
    .execute()

/** Removes the person's link. @returns when it would have expired; undefined when there was none */
export const removePasswordLink = (tx: Transaction, user_id: number) =>
  tx.deleteFrom('password_links').where('user_id', '=', user_id).returning('expires_at').executeTakeFirst()

/**
 * Uses a link up. @returns its owner; undefined when the link was used, has expired or never existed
 * @param longest how long a link is valid, in milliseconds
 */
export const takePasswordLink = (tx: Transaction, token_hash: Buffer, now: string, longest: number) =>
  tx
    .deleteFrom('password_links')
    .using('users')
    .whereRef('users.id', '=', 'password_links.user_id')
    .where('token_hash', '=', token_hash)
    .where(lastsTill('expires_at', now, longest))
    .where('is_blocked', '=', false)
    .where('deleted_at', 'is', null)
    .returning(['users.id', 'users.login', 'users.name', 'users.email', 'users.idcomp', 'users.isRivc'])
    .executeTakeFirst()

/** Removes the links that end later than any may: they were created while a clock was ahead. */
export const removeLinksAhead = (tx: Transaction, until: string) =>
  tx.deleteFrom('password_links').where('expires_at', '>', until).execute()

/** Ends the hours of an emergency that end later than any may, see `removeLinksAhead`. */
export async function endEmergencyAhead(tx: Transaction, until: string): Promise<void> {
  const ahead = await tx.selectFrom('users').select('id').where('local_until', '>', until).execute()
  // A change, even of nothing, makes every process forget the people it remembers.
  if (ahead.length === 0) return
  const ids = ahead.map(({ id }) => id)
  await tx.updateTable('users').set({ local_until: null }).where('id', '=', oneOf(ids)).execute()
}

export const writePassword = (tx: Transaction, id: number, password_hash: string) =>
  tx
    .updateTable('users')
    .set((eb) => ({ password_hash, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
