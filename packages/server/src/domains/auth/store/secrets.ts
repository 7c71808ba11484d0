import { installationSecret, ownSecret } from '../../../platform/credentials/installation-secret.ts'
import { sealingBy, type Sealing } from '../../../platform/credentials/sealing.ts'
import type { Settings } from '../../../platform/settings.ts'
import type { Transaction } from '../../../platform/transaction.ts'

/**
 * Returns the encryption by SECRETS_KEY or, without it, by a key of the installation's own. What was encrypted with the
 * latter can still be read once SECRETS_KEY is set.
 */
export async function sealingOf(tx: Transaction, { secretsKeys }: Pick<Settings, 'secretsKeys'>): Promise<Sealing> {
  const [first, ...others] = secretsKeys
  if (first === undefined) return sealingBy([await ownSecret(tx, 'sealing')])
  const own = await installationSecret(tx, 'sealing')
  return sealingBy([first, ...others, ...(own === undefined ? [] : [own])])
}
