import { newSecret, secretHash } from '../../../platform/secret.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { insertToken } from '../store.ts'

/** Links of letters that ask for a client's word: one agreement, one addressee, one answer. */

const LIFE_MS = 30 * 24 * 3600 * 1000

/** A person with an account, or an address of somebody without one. */
export type LinkAddressee = { user_id: number } | { address: string }

/**
 * Makes the link of one letter.
 * @param asking who asks by it, null for somebody without an account, and when, ISO 8601: the link lives for 30 days
 * @returns the token, which stands nowhere but in the letter
 */
export async function issueLink(
  tx: Transaction,
  agreement_id: number,
  asked: LinkAddressee,
  { asked_by, at }: { asked_by: number | null; at: string },
): Promise<string> {
  const token = newSecret()
  const expires_at = new Date(Date.parse(at) + LIFE_MS).toISOString()
  const row = { token_hash: secretHash(token), agreement_id, ...asked, asked_by, created_at: at, expires_at }
  await insertToken(tx, row)
  return token
}
