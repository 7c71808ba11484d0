import type { Db } from '../../../platform/call.ts'
import { newSecret } from '../../../platform/secret.ts'
import type { Transaction } from '../../../platform/transaction.ts'

const KEY = 'known_browsers'

const readSecret = (db: Db) => db.selectFrom('installation').select('value').where('key', '=', KEY).executeTakeFirst()

/** What the marks of known browsers are signed by, the same on every node; undefined before the first sign-in. */
export async function markSecret(db: Db): Promise<string | undefined> {
  const row = await readSecret(db)
  return row && String(row.value)
}

/** The same, made where there is none. */
export async function ownMarkSecret(tx: Transaction): Promise<string> {
  const kept = await markSecret(tx)
  if (kept !== undefined) return kept
  await tx
    .insertInto('installation')
    .values({ key: KEY, value: JSON.stringify(newSecret()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return ownMarkSecret(tx)
}

/** What a mark is void with: another password. Null for people of a directory. */
export const passwordOf = (tx: Transaction, user_id: number) =>
  tx.selectFrom('users').select('password_hash').where('id', '=', user_id).executeTakeFirstOrThrow()
