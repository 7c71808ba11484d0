import type { Transaction } from '../../../platform/transaction.ts'

/**
 * Returns the password hash that browser marks are signed with, so that a new password makes them void. Null for people
 * of a directory.
 */
export const passwordOf = (tx: Transaction, user_id: number) =>
  tx.selectFrom('users').select('password_hash').where('id', '=', user_id).executeTakeFirstOrThrow()
