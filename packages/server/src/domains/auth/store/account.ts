import type { Transaction } from '../../../platform/transaction.ts'
import { ofAccounts } from './entrances.ts'

/** Ends one of the person's sessions. @returns whether there was such a session */
export async function endOne(tx: Transaction, user_id: number, id: number): Promise<boolean> {
  const own = tx.deleteFrom('sessions').where(ofAccounts(user_id)).where('id', '=', id)
  return (await own.executeTakeFirst()).numDeletedRows > 0n
}

/**
 * Ends the person's other sessions.
 * @param present hash of the session that stays
 * @returns the ended ones, those that had expired included
 */
export const endOtherSessions = (tx: Transaction, user_id: number, present: Buffer) =>
  tx
    .deleteFrom('sessions')
    .where(ofAccounts(user_id))
    .where('token_hash', '<>', present)
    .returning(['expires_at', 'last_seen_at'])
    .execute()

/** Locks and returns the data a password is checked against. */
export const lockOwn = (tx: Transaction, id: number) =>
  tx
    .selectFrom('users')
    .select(['id', 'login', 'name', 'email', 'password_hash', 'version', 'idcomp'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
