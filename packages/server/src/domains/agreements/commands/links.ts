import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import { NOBODY, type Person } from '../../../platform/person.ts'
import { newSecret, secretHash } from '../../../platform/secret.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import type { LinkStanding } from '../policy.ts'
import { insertToken } from '../store.ts'

/** Links of letters that ask for a client's word: one agreement, one addressee, one answer. */

const LIFE_MS = 30 * 24 * 3600 * 1000

/** A person with an account, or an address of somebody without one. */
export type LinkAddressee = { user_id: number } | { address: string }

/**
 * Makes the link of one letter.
 * @param now ISO 8601; the link lives for 30 days from then
 * @returns the token, which stands nowhere but in the letter
 */
export async function issueLink(
  tx: Transaction,
  agreement_id: number,
  asked: LinkAddressee,
  now: string,
): Promise<string> {
  const token = newSecret()
  const expires_at = new Date(Date.parse(now) + LIFE_MS).toISOString()
  await insertToken(tx, { token_hash: secretHash(token), agreement_id, ...asked, created_at: now, expires_at })
  return token
}

/** A link as it stands, and in whose name it answers. */
export interface Link extends LinkStanding {
  agreement_id: number
  person: Person
}

const standing = (db: Db, token: string) =>
  db
    .selectFrom('approval_tokens as t')
    .innerJoin('agreements as a', 'a.id', 't.agreement_id')
    .leftJoin('shared_users as u', (join) =>
      join
        .onRef('u.id', '=', 't.user_id')
        .onRef('u.idcomp', '=', 'a.company_id')
        .on('u.is_blocked', '=', false)
        .on('u.deleted_at', 'is', null),
    )
    .leftJoin('agreement_recipients as ar', (join) =>
      join.onRef('ar.agreement_id', '=', 'a.id').onRef('ar.user_id', '=', 'u.id'),
    )
    .leftJoin('company_escalations as e', (join) =>
      join
        .onRef('e.company_id', '=', 'a.company_id')
        .on((eb) => eb.or([eb('e.deputy_id', '=', eb.ref('u.id')), eb('e.head_id', '=', eb.ref('u.id'))])),
    )
    .select(['t.agreement_id', 't.address', 't.used_at', 't.revoked_at', 't.expires_at'])
    .select(['a.company_id', 'a.recipientsExtra', 'u.login', 'u.name', 'u.email'])
    // Somebody asked in the recipients' stead answers as long as the company names this person for it.
    .select(
      sql<number | null>`case when ar.user_id is not null or e.company_id is not null then u.id end`.as('asked_id'),
    )
    .where('t.token_hash', '=', secretHash(token))
    .executeTakeFirst()

/** @returns undefined when there is no such link */
export async function linkOf(db: Db, token: string): Promise<Link | undefined> {
  const row = await standing(db, token)
  if (!row) return undefined
  const { address, asked_id, agreement_id, used_at, revoked_at, expires_at } = row
  const frame = { agreement_id, used_at, revoked_at, expires_at }
  const client = { ...NOBODY, idcomp: row.company_id }
  if (address !== null) {
    const is_asked = row.recipientsExtra.some((extra) => extra.toLowerCase() === address.toLowerCase())
    return { ...frame, is_asked, person: { ...client, name: address, email: address } }
  }
  const account = { id: asked_id ?? 0, login: row.login ?? '', name: row.name ?? '', email: row.email }
  return { ...frame, is_asked: asked_id !== null, person: { ...client, ...account } }
}
