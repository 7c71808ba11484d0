import type { Db } from './database.ts'
import { newSecret } from './secret.ts'
import type { Transaction } from './transaction.ts'

const readSecret = (db: Db, key: string) =>
  db.selectFrom('installation').select('value').where('key', '=', key).executeTakeFirst()

/** What the installation made for itself, the same on every node; undefined before it was first needed. */
export async function installationSecret(db: Db, key: string): Promise<string | undefined> {
  const row = await readSecret(db, key)
  return row && String(row.value)
}

/** The same, made where there is none. */
export async function ownSecret(tx: Transaction, key: string): Promise<string> {
  const kept = await installationSecret(tx, key)
  if (kept !== undefined) return kept
  await tx
    .insertInto('installation')
    .values({ key, value: JSON.stringify(newSecret()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return ownSecret(tx, key)
}
