import type { tokens } from '@vypusk/contract'
import type { Db, Person } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import { writeIfPossible } from '../../platform/database-away.ts'
import { secretHash } from '../../platform/secret.ts'

/** `endAllTokens`: a listener that revokes every token of a person whose access ends. */
export { endAllTokens } from './commands/tokens.ts'

/** Last use is written at most this often. */
const USED_EVERY_MS = 5 * 60_000

/**
 * The person a living API token stands for; undefined for one that expired, was revoked, or whose person is blocked
 * or gone. Without the scope `admin` nobody is an administrator by a token.
 */
export async function whoseToken(db: Db, clock: Clock, token: string): Promise<Person | undefined> {
  const now = clock.now()
  const token_hash = secretHash(token)
  const row = await db
    .selectFrom('api_tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select(['u.id', 'u.login', 'u.name', 'u.email', 'u.isRivc', 'u.isAdmin', 'u.idcomp'])
    .select(['u.can_enter_registry', 'u.can_create_registry', 't.scope', 't.last_used_at'])
    .where('t.token_hash', '=', token_hash)
    .where('t.expires_at', '>', now.toISOString())
    .where('t.revoked_at', 'is', null)
    .where('u.is_blocked', '=', false)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { last_used_at, ...person } = row
  if (last_used_at === null || now.getTime() - Date.parse(last_used_at) > USED_EVERY_MS) {
    const last = { last_used_at: now.toISOString() }
    await writeIfPossible(() => db.updateTable('api_tokens').set(last).where('token_hash', '=', token_hash).execute())
  }
  // The column's check holds the same three words.
  const scope = person.scope as tokens.TokenScope
  return { ...person, scope, isAdmin: person.isAdmin && scope === 'admin' }
}

/** Which of these tokens still stand for somebody: of all at once, and none of them is used by it. */
export async function tokensThatStay(db: Db, clock: Clock, tokens: string[]): Promise<Set<string>> {
  const byHash = new Map(tokens.map((token) => [secretHash(token).toString('hex'), token]))
  const rows = await db
    .selectFrom('api_tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select('t.token_hash')
    .where('t.token_hash', 'in', tokens.map(secretHash))
    .where('t.expires_at', '>', clock.now().toISOString())
    .where('t.revoked_at', 'is', null)
    .where('u.is_blocked', '=', false)
    .where('u.deleted_at', 'is', null)
    .execute()
  return new Set(rows.map(({ token_hash }) => byHash.get(token_hash.toString('hex')) ?? ''))
}
