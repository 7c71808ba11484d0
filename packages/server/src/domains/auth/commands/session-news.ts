import type { Person } from '../../../platform/call.ts'
import { announceOwnAccount } from '../../../platform/live/own-news.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { accountsOf } from '../store/entrances.ts'

/**
 * Tells the person's other windows that their sessions have changed, whichever of their companies each works in.
 * @param signer the account that the person signs in with
 */
export async function announceSessions(tx: Transaction, signer: Pick<Person, 'id' | 'stream'>): Promise<void> {
  for (const id of await accountsOf(tx, signer.id)) await announceOwnAccount(tx, { ...signer, id })
}
