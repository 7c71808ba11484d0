import type { Transaction } from '../../../platform/transaction.ts'

/** What a mark is void with: another password. Null for people of a directory. */
export const passwordOf = (tx: Transaction, user_id: number) =>
  tx.selectFrom('users').select('password_hash').where('id', '=', user_id).executeTakeFirstOrThrow()
