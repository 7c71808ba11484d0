import type { Transaction } from '../../../platform/transaction.ts'

/** What is open in a person's name, by kind, each as often as there are of it. @param kept hash of what does not count */
export async function entrancesOf(tx: Transaction, user_id: number, kept?: Buffer): Promise<string[]> {
  const open = tx
    .selectFrom('entrances')
    .select((eb) => eb.ref('kind').$notNull().as('kind'))
    .where('user_id', '=', user_id)
    .orderBy('kind')
  const rows = await (kept ? open.where('secret_hash', '<>', kept) : open).execute()
  return rows.map(({ kind }) => kind)
}

/** Nobody is signed in as the person any more, and no letter's link sets the password. @param kept hash of a session */
export async function removeEntrances(tx: Transaction, user_id: number, kept?: Buffer): Promise<void> {
  const sessions = tx.deleteFrom('sessions').where('user_id', '=', user_id)
  await (kept ? sessions.where('token_hash', '<>', kept) : sessions).execute()
  await tx.deleteFrom('password_links').where('user_id', '=', user_id).execute()
}
