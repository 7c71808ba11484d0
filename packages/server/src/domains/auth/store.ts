import type { Db } from '../../platform/call.ts'
import type { Transaction } from '../../platform/transaction.ts'

/** What a sign-in is checked against. */
export const loginRow = (db: Db, login: string) =>
  db
    .selectFrom('users')
    .select(['id', 'password_hash', 'is_blocked'])
    .where((eb) => eb(eb.fn('lower', ['login']), '=', login.toLowerCase()))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** @param seconds how long the session lives */
export const writeSession = (tx: Transaction, token_hash: Buffer, user_id: number, now: Date, seconds: number) =>
  tx
    .insertInto('sessions')
    .values({
      token_hash,
      user_id,
      created_at: now.toISOString(),
      last_seen_at: now.toISOString(),
      expires_at: new Date(now.getTime() + seconds * 1000).toISOString(),
    })
    .execute()

export const removeSession = (tx: Transaction, token_hash: Buffer) =>
  tx.deleteFrom('sessions').where('token_hash', '=', token_hash).execute()

export function writeSettings(tx: Transaction, user_id: number, page: string, pageSettings: unknown) {
  const json = JSON.stringify(pageSettings)
  return tx
    .insertInto('user_settings')
    .values({ user_id, page, pageSettings: json })
    .onConflict((conflict) => conflict.columns(['user_id', 'page']).doUpdateSet({ pageSettings: json }))
    .execute()
}
