import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Staying } from '../../../platform/person.ts'
import { remembered } from '../../../platform/memory.ts'
import { secretHash } from '../../../platform/credentials/secret.ts'
import type { Settings } from '../../../platform/settings.ts'
import { statement } from '../../../platform/statement.ts'
import { validSince, type ValidSince } from '../rules.ts'

/** Returns the sessions of people who may sign in, by the hash of the token. */
export const readSessions = async (db: Db, hashes: string[]) => {
  const token_hashes = hashes.map((hash) => Buffer.from(hash, 'base64'))
  const rows = await sessions.all(db, { token_hashes })
  return rows.map(({ token_hash, last_seen_at, expires_at, password_only, ...person }) => {
    const session = { person, last_seen_at, expires_at, password_only }
    return [token_hash.toString('base64'), session] as const
  })
}
/** The time of the last use is written every few minutes and may be out of date in memory. */
const unless = { sessions: /^insert|set "last_seen_at" = \$\d+ where/ }
/** The same from memory. */
export const sessionBy = remembered({ of: ['sessions', 'users'], unless }, readSessions)

const sessions = statement((db, { token_hashes }: { token_hashes: Buffer[] }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'login', 'name', 'email', 'isRivc', 'isAdmin', 'idcomp', 'token_hash', 'expires_at'])
    .select([
      'can_enter_registry',
      'can_create_registry',
      'can_edit_calendar',
      'users.person_id',
      'sessions.last_seen_at',
      'password_only',
    ])
    .where('token_hash', '=', sql<Buffer>`any(${token_hashes}::bytea[])`)
    .where('is_blocked', '=', false)
    .where('deleted_at', 'is', null),
)

const living = statement((db, { token_hashes, now, since, until }: ValidSince & { token_hashes: Buffer[] }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['token_hash', 'users.id', 'isRivc', 'isAdmin', 'idcomp', 'can_enter_registry'])
    .where('token_hash', '=', sql<Buffer>`any(${token_hashes}::bytea[])`)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', until)
    .where('sessions.last_seen_at', '>', since)
    .where('is_blocked', '=', false)
    .where('deleted_at', 'is', null),
)

/** Returns whose those of these sessions are that are still valid, in one query and without counting as a use of them. */
export async function sessionsThatStay(
  db: Db,
  clock: Clock,
  tokens: string[],
  settings: Pick<Settings, 'sessionIdleHours'>,
): Promise<Map<string, Staying>> {
  const byHash = new Map(tokens.map((token) => [secretHash(token).toString('hex'), token]))
  const rows = await living.all(db, {
    token_hashes: tokens.map(secretHash),
    ...validSince(clock.now(), settings),
  })
  return new Map(rows.map(({ token_hash, ...person }) => [byHash.get(token_hash.toString('hex')) ?? '', person]))
}
