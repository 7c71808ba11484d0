import { DAY_MS } from '@vypusk/contract'
import type { Insertable } from 'kysely'
import type { DB } from '../../../platform/db-types.gen.ts'
import { newSecret, secretHash } from '../../../platform/credentials/secret.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { insertTokens } from '../store/links.ts'

/** Links of letters that ask for a client's approval: one agreement, one addressee, one answer. */

const LEAST_LIFE_MS = 30 * DAY_MS
/** A day is over by every clock on Earth half a day after it is over by UTC. */
const OVER_EVERYWHERE_MS = 1.5 * DAY_MS

/**
 * The end of a link: the end of the installation day, until which an answer may be asked for, but no less than 30 days.
 */
function endOf(releaseDate: string | null, at: string): string {
  const least = Date.parse(at) + LEAST_LIFE_MS
  const over = releaseDate === null ? least : Date.parse(releaseDate) + OVER_EVERYWHERE_MS
  return new Date(Math.max(least, over)).toISOString()
}

/** A person with an account and the address that the letter goes to, or the address of somebody without an account. */
export type LinkAddressee = { user_id: number; sent_to: string } | { address: string }

/** A link that is created but not stored yet. */
export interface NewLink {
  /** Only the letter contains it; the database has its hash. */
  token: string
  row: Insertable<DB['approval_tokens']>
}

/**
 * Creates the link of one letter, to be stored by `keepLinks`.
 * @param asked.asked_by null for somebody without an account
 * @param asked.at when, ISO 8601
 */
export function newLink(
  { id: agreement_id, releaseDate }: { id: number; releaseDate: string | null },
  addressee: LinkAddressee,
  { asked_by, at }: { asked_by: number | null; at: string },
): NewLink {
  const token = newSecret()
  const expires_at = endOf(releaseDate, at)
  return {
    token,
    row: { token_hash: secretHash(token), agreement_id, ...addressee, asked_by, created_at: at, expires_at },
  }
}

/** Stores the links of letters that were written. */
export async function keepLinks(tx: Transaction, links: NewLink[]): Promise<void> {
  if (links.length > 0)
    await insertTokens(
      tx,
      links.map(({ row }) => row),
    )
}
