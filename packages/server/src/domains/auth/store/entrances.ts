import { sql } from 'kysely'
import type { Transaction } from '../../../platform/transaction.ts'

/** The accounts of a person: the one that is named, and of one that is signed in by the further ones too. */
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

/** What is open in a person's name, by kind, each as often as there are of it. @param kept hash of what does not count */
export async function entrancesOf(tx: Transaction, user_id: number, kept?: Buffer): Promise<string[]> {
  const open = tx
    .selectFrom('entrances')
    .select((eb) => eb.ref('kind').$notNull().as('kind'))
    .where(ofAccounts(user_id))
    .orderBy('kind')
  const rows = await (kept ? open.where('secret_hash', '<>', kept) : open).execute()
  return rows.map(({ kind }) => kind)
}

/** Nobody is signed in as the person any more, and no letter's link sets the password. @param kept hash of a session */
export async function removeEntrances(tx: Transaction, user_id: number, kept?: Buffer): Promise<void> {
  const sessions = tx.deleteFrom('sessions').where(ofAccounts(user_id))
  await (kept ? sessions.where('token_hash', '<>', kept) : sessions).execute()
  await tx.deleteFrom('password_links').where('user_id', '=', user_id).execute()
}
