import { sql } from 'kysely'
import type { Db, Person } from '../../../platform/call.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Staying } from '../../../platform/person.ts'
import { remembered } from '../../../platform/memory.ts'
import { secretHash } from '../../../platform/credentials/secret.ts'
import { statement } from '../../../platform/statement.ts'
import { administers, isTokenValid } from '../rules.ts'

/** Writing the last use does not invalidate what is remembered: it happens every few minutes and may be stale. */
const unless = { api_tokens: /^insert|set "last_used_at" = \$\d+ where/ }
/** The tokens that were not revoked, with their people, by the hash of the token; from memory. */
export const tokenBy = remembered({ of: ['api_tokens', 'users'], unless }, async (db, hashes: string[]) => {
  const rows = await usableTokens.all(db, { token_hashes: hashes.map((hash) => Buffer.from(hash, 'base64')) })
  return rows.map(({ token_hash, last_used_at, created_at, expires_at, scope, ...person }) => {
    // A check constraint of the column allows the same values only.
    const token = { person, last_used_at, created_at, expires_at, scope: scope as NonNullable<Person['scope']> }
    return [token_hash.toString('base64'), token] as const
  })
})

const usableTokens = statement((db, { token_hashes }: { token_hashes: Buffer[] }) =>
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
      't.created_at',
      't.expires_at',
    ])
    .where('t.token_hash', '=', sql<Buffer>`any(${token_hashes}::bytea[])`)
    .where('t.revoked_at', 'is', null)
    .where('u.is_blocked', '=', false)
    .where('u.deleted_at', 'is', null),
)

const staying = statement((db, { token_hashes }: { token_hashes: Buffer[] }) =>
  db
    .selectFrom('api_tokens as t')
    .innerJoin('shared_users as u', 'u.id', 't.user_id')
    .select(['t.token_hash', 't.created_at', 't.expires_at', 't.scope'])
    .select(['u.id', 'u.isRivc', 'u.isAdmin', 'u.idcomp', 'u.can_enter_registry'])
    .where('t.token_hash', '=', sql<Buffer>`any(${token_hashes}::bytea[])`)
    .where('t.revoked_at', 'is', null)
    .where('u.is_blocked', '=', false)
    .where('u.deleted_at', 'is', null),
)

/** Whose those of these tokens are that are still valid. All are checked at once, and this does not count as a use. */
export async function tokensThatStay(db: Db, clock: Clock, tokens: string[]): Promise<Map<string, Staying>> {
  const byHash = new Map(tokens.map((token) => [secretHash(token).toString('hex'), token]))
  const now = clock.now().toISOString()
  const rows = await staying.all(db, { token_hashes: tokens.map(secretHash) })
  const valid = rows.filter((row) => isTokenValid(row, now))
  return new Map(
    valid.map(({ token_hash, id, isRivc, isAdmin, idcomp, can_enter_registry, scope }) => [
      byHash.get(token_hash.toString('hex')) ?? '',
      { id, isRivc, isAdmin: administers({ isAdmin, scope }), idcomp, can_enter_registry },
    ]),
  )
}
