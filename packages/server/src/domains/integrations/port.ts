import { msSince } from '../../platform/elapsed.ts'
import { sql } from 'kysely'
import type { Db, Person } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import { writeIfPossible } from '../../platform/database-away.ts'
import { remembered } from '../../platform/memory.ts'
import { secretHash } from '../../platform/secret.ts'
import { statement } from '../../platform/statement.ts'

/** `endAllTokens`: a listener that revokes every token of a person whose access ends. */
export { endAllTokens } from './commands/tokens.ts'

/** The last use is written at most this often. */
const USED_EVERY_MS = 5 * 60_000

/** Writing the last use does not invalidate what is remembered: it happens every few minutes and may be stale. */
const unless = { api_tokens: /^insert|set "last_used_at" = \$\d+ where/ }
const tokenBy = remembered({ of: ['api_tokens', 'users'], unless }, async (db, hashes: string[]) => {
  const rows = await livingTokens.all(db, { token_hashes: hashes.map((hash) => Buffer.from(hash, 'base64')) })
  return rows.map(({ token_hash, last_used_at, expires_at, scope, ...person }) => {
    // A check constraint of the column allows the same values only.
    const token = { person, last_used_at, expires_at, scope: scope as NonNullable<Person['scope']> }
    return [token_hash.toString('base64'), token] as const
  })
})

const livingTokens = statement((db, { token_hashes }: { token_hashes: Buffer[] }) =>
  db
    .selectFrom('api_tokens as t')
    .innerJoin('shared_users as u', 'u.id', 't.user_id')
    .select(['u.id', 'u.login', 'u.name', 'u.email', 'u.isRivc', 'u.isAdmin', 'u.idcomp', 't.token_hash'])
    .select([
      'u.can_enter_registry',
      'u.can_create_registry',
      'u.can_edit_calendar',
      'u.is_service',
      't.scope',
      't.last_used_at',
      't.expires_at',
    ])
    .where('t.token_hash', '=', sql<Buffer>`any(${token_hashes}::bytea[])`)
    .where('t.revoked_at', 'is', null)
    .where('u.is_blocked', '=', false)
    .where('u.deleted_at', 'is', null),
)

/**
 * The person that a valid API token belongs to; undefined if it has expired or was revoked, or if the person is blocked
 * or deleted. Without the scope `admin` a token never makes anybody an administrator.
 */
export async function whoseToken(db: Db, clock: Clock, token: string): Promise<Person | undefined> {
  const now = clock.now()
  const token_hash = secretHash(token)
  const hash = token_hash.toString('base64')
  const living = (await tokenBy(db, [hash])).get(hash)
  if (!living || living.expires_at <= now.toISOString()) return undefined
  if (living.last_used_at === null || msSince(living.last_used_at, now.getTime()) > USED_EVERY_MS) {
    const last = { last_used_at: now.toISOString() }
    // The remembered token gets the moment that is being written.
    Object.assign(living, last)
    await writeIfPossible(() => db.updateTable('api_tokens').set(last).where('token_hash', '=', token_hash).execute())
  }
  const { person, scope } = living
  return { ...person, scope, isAdmin: person.isAdmin && scope === 'admin' }
}

/** Which of these tokens are still valid. All are checked at once, and this does not count as a use. */
export async function tokensThatStay(db: Db, clock: Clock, tokens: string[]): Promise<Set<string>> {
  const byHash = new Map(tokens.map((token) => [secretHash(token).toString('hex'), token]))
  const rows = await db
    .selectFrom('api_tokens as t')
    .innerJoin('shared_users as u', 'u.id', 't.user_id')
    .select('t.token_hash')
    .where('t.token_hash', 'in', tokens.map(secretHash))
    .where('t.expires_at', '>', clock.now().toISOString())
    .where('t.revoked_at', 'is', null)
    .where('u.is_blocked', '=', false)
    .where('u.deleted_at', 'is', null)
    .execute()
  return new Set(rows.map(({ token_hash }) => byHash.get(token_hash.toString('hex')) ?? ''))
}
