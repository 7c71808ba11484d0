import type { Insertable } from 'kysely'
import type { DB } from '../../../platform/db-types.gen.ts'
import { newSecret, secretHash } from '../../../platform/secret.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { insertTokens } from '../store/links.ts'

/** Links of letters that ask for a client's word: one agreement, one addressee, one answer. */

const LIFE_MS = 30 * 24 * 3600 * 1000

/** A person with an account, or an address of somebody without one. */
export type LinkAddressee = { user_id: number } | { address: string }

/** A link that is made and not yet kept. */
export interface NewLink {
  /** Stands nowhere but in the letter. */
  token: string
  row: Insertable<DB['approval_tokens']>
}

/**
 * Makes the link of one letter, to be kept by `keepLinks`.
 * @param asking who asks by it, null for somebody without an account, and when, ISO 8601: the link lives for 30 days
 */
export function newLink(
  agreement_id: number,
  addressee: LinkAddressee,
  { asked_by, at }: { asked_by: number | null; at: string },
): NewLink {
  const token = newSecret()
  const expires_at = new Date(Date.parse(at) + LIFE_MS).toISOString()
  return {
    token,
    row: { token_hash: secretHash(token), agreement_id, ...addressee, asked_by, created_at: at, expires_at },
  }
}

/** Keeps the links of letters that are written. */
export async function keepLinks(tx: Transaction, links: NewLink[]): Promise<void> {
  if (links.length > 0)
    await insertTokens(
      tx,
      links.map(({ row }) => row),
    )
}
