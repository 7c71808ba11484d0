import type { Db } from '../../../platform/call.ts'
import { sealingBy, type Sealing } from '../../../platform/sealing.ts'
import { newSecret } from '../../../platform/secret.ts'
import type { Settings } from '../../../platform/settings.ts'
import type { Transaction } from '../../../platform/transaction.ts'

type Name = 'known_browsers' | 'sealing'

const readSecret = (db: Db, key: Name) =>
  db.selectFrom('installation').select('value').where('key', '=', key).executeTakeFirst()

/** What the installation made for itself, the same on every node; undefined before it was first needed. */
export async function installationSecret(db: Db, key: Name): Promise<string | undefined> {
  const row = await readSecret(db, key)
  return row && String(row.value)
}

/** The same, made where there is none. */
export async function ownSecret(tx: Transaction, key: Name): Promise<string> {
  const kept = await installationSecret(tx, key)
  if (kept !== undefined) return kept
  await tx
    .insertInto('installation')
    .values({ key, value: JSON.stringify(newSecret()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return ownSecret(tx, key)
}

/**
 * By SECRETS_KEY, else by a key of the installation's own. What the latter has sealed is opened also once there is a
 * SECRETS_KEY.
 */
export async function sealingOf(tx: Transaction, { secretsKeys }: Pick<Settings, 'secretsKeys'>): Promise<Sealing> {
  const [first, ...others] = secretsKeys
  if (first === undefined) return sealingBy([await ownSecret(tx, 'sealing')])
  const own = await installationSecret(tx, 'sealing')
  return sealingBy([first, ...others, ...(own === undefined ? [] : [own])])
}
