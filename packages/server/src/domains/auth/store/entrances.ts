import { sql } from 'kysely'
import type { Transaction } from '../../../platform/transaction.ts'
import type { Entrance } from '../rules.ts'

/**
 * Matches the accounts of a person: the given one and, if it is the one they sign in with, those in further companies.
 */
export const ofAccounts = (user_id: number) =>
  sql<boolean>`user_id in (
    select account.id from users as account where account.id = ${user_id} or account.person_id = ${user_id})`

export const accountsOf = async (tx: Transaction, user_id: number): Promise<number[]> => {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where((eb) => eb.or([eb('id', '=', user_id), eb('person_id', '=', user_id)]))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Returns everything stored that opens the product in a person's name, what has expired included. @param kept hash of
 * the secret that is left out
 */
export function entrancesOf(tx: Transaction, user_id: number, kept?: Buffer): Promise<Entrance[]> {
  const open = tx
    .selectFrom('entrances')
    .select((eb) => [eb.ref('kind').$notNull().as('kind'), 'expires_at', 'last_seen_at'])
    .where(ofAccounts(user_id))
    .orderBy('kind')
  return (kept ? open.where('secret_hash', '<>', kept) : open).execute()
}

/** Ends the person's sessions. @param kept hash of a session that stays */
export async function removeSessions(tx: Transaction, user_id: number, kept?: Buffer): Promise<void> {
  const sessions = tx.deleteFrom('sessions').where(ofAccounts(user_id))
  await (kept ? sessions.where('token_hash', '<>', kept) : sessions).execute()
}

/** Ends the person's sessions and removes the link of a password letter. @param kept hash of a session that stays */
export async function removeEntrances(tx: Transaction, user_id: number, kept?: Buffer): Promise<void> {
  await removeSessions(tx, user_id, kept)
  await tx.deleteFrom('password_links').where('user_id', '=', user_id).execute()
}
