import { msSince } from '../../platform/elapsed.ts'
import { sql } from 'kysely'
import type { Db, Person } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/settings.ts'
import { writeIfPossible } from '../../platform/database-away.ts'
import { remembered } from '../../platform/memory.ts'
import { secretHash } from '../../platform/secret.ts'
import { statement } from '../../platform/statement.ts'
import type { Transaction } from '../../platform/transaction.ts'
import { idleSince, isFactorDemanded } from './policy.ts'
import { writeSettings } from './store/settings.ts'

/** What the history calls the fields of a person. */
export { PERSON_TITLES } from './rules.ts'
/** `issuePasswordLink(tx, user_id, now)`: creates the token of a letter that lets a person set a password. */
export { issuePasswordLink } from './commands/passwords.ts'
/**
 * `endAllAccess(tx, actor, user_id, { reason })`: ends everything that opens the product in a person's name, for good.
 */
export { endAllAccess } from './commands/ending.ts'
/** `endAccessIfMoved(tx, actor, account, idcomp)`: does so for an account that moves to another company. */
export { endAccessIfMoved } from './commands/ending.ts'
/** `endLinkIfReaddressed(tx, actor, account, email)`: ends the link of a password letter sent to a former address. */
export { endLinkIfReaddressed } from './commands/ending.ts'
/** `isPasswordLinkOpen(db, token, now)`: whether the link of a password letter still works. */
export { isPasswordLinkOpen } from './queries/account.ts'
/** `sweepSessions(deps)`: deletes sessions that are over. */
export { sweepSessions } from './commands/sweeping.ts'
/** `validSince(now, settings)`: the moments that decide whether a session is valid. */
export { validSince, type ValidSince } from './rules.ts'
/** `linkIdentity(tx, actor, user_id, subject)`: links a person to a subject of the company's identity provider. */
export { linkIdentity } from './commands/admitting.ts'
/** `resetSecondFactors(tx, actor, owner)`: removes the second factors that a person has lost. */
export { resetSecondFactors } from './commands/second-factor.ts'
/**
 * `mustBeSignedIn(tx, call)`: called before a session creates something that outlives it; 401 when the session has just
 * been ended.
 */
export { mustBeSignedIn } from './commands/sessions.ts'

/** `sealingOf(tx, settings)`: encrypts secrets that have to be read again. */
export { sealingOf } from './store/secrets.ts'

/** Functions by which `administration` writes people; only this room writes what they sign in with. */
export {
  accountIn,
  findStaff,
  furtherAccounts,
  insertPerson,
  isLoginTaken,
  leftBlockedIn,
  lockAdministrators,
  lockPerson,
  lockService,
  patchPerson,
  type LockedPerson,
} from './store/people.ts'

/** The time of the last use is written at most this often. */
const SEEN_EVERY_MS = 5 * 60_000

/** Returns the sessions of people who may sign in, by the hash of the token. */
const readSessions = async (db: Db, hashes: string[]) => {
  const token_hashes = hashes.map((hash) => Buffer.from(hash, 'base64'))
  const rows = await sessions.all(db, { token_hashes })
  return rows.map(({ token_hash, last_seen_at, expires_at, password_only, ...person }) => {
    const session = { person, last_seen_at, expires_at, password_only }
    return [token_hash.toString('base64'), session] as const
  })
}
/** The time of the last use is written every few minutes and may be out of date in memory. */
const unless = { sessions: /^insert|set "last_seen_at" = \$\d+ where/ }
const sessionBy = remembered({ of: ['sessions', 'users'], unless }, readSessions)

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

/**
 * Returns the person of a session token that is valid and was used recently enough; blocking or deleting a person ends
 * all their sessions at once.
 */
export async function whoIs(
  db: Db,
  clock: Clock,
  token: string,
  settings: Pick<Settings, 'sessionIdleHours' | 'secondFactor'>,
): Promise<Person | undefined> {
  const now = clock.now()
  const token_hash = secretHash(token)
  const hash = token_hash.toString('base64')
  const isUsedLately = ({ last_seen_at }: { last_seen_at: string }) =>
    last_seen_at > idleSince(now, settings.sessionIdleHours)
  let session = (await sessionBy(db, [hash])).get(hash)
  // Another process may have recorded a later use.
  if (session && !isUsedLately(session)) session = new Map(await readSessions(db, [hash])).get(hash)
  if (!session || !isUsedLately(session) || session.expires_at <= now.toISOString()) return undefined
  if (msSince(session.last_seen_at, now.getTime()) > SEEN_EVERY_MS) {
    const seen = { last_seen_at: now.toISOString() }
    // The remembered session is updated with the time that is written here.
    Object.assign(session, seen)
    await writeIfPossible(() => db.updateTable('sessions').set(seen).where('token_hash', '=', token_hash).execute())
  }
  const { person, password_only } = session
  return password_only && isFactorDemanded(person, settings) ? { ...person, mustSetUpFactor: true } : person
}

/** Returns the member of staff with this login; without a login, the first administrator. */
export function staffBy(db: Db, login?: string): Promise<Person | undefined> {
  return db
    .selectFrom('users')
    .select([
      'id',
      'login',
      'name',
      'email',
      'isRivc',
      'isAdmin',
      'idcomp',
      'can_enter_registry',
      'can_create_registry',
      'can_edit_calendar',
    ])
    .where('isRivc', '=', true)
    .where('is_service', '=', false)
    .where('is_blocked', '=', false)
    .where('deleted_at', 'is', null)
    .where((eb) => (login ? eb(eb.fn('lower', ['login']), '=', login.toLowerCase()) : eb('isAdmin', '=', true)))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Returns the settings a person has stored for a page; undefined when there are none. The caller checks their shape.
 */
export async function pageSettings(db: Db, { id }: Person, page: string): Promise<unknown> {
  const row = await db
    .selectFrom('user_settings')
    .select('pageSettings')
    .where('user_id', '=', id)
    .where('page', '=', page)
    .executeTakeFirst()
  return row?.pageSettings
}

export const keepPageSettings = (tx: Transaction, { id }: Person, page: string, settings: object) =>
  writeSettings(tx, id, page, settings)

/** Returns which of these sessions are still valid, in one query and without counting as a use of them. */
export async function sessionsThatStay(
  db: Db,
  clock: Clock,
  tokens: string[],
  { sessionIdleHours }: Pick<Settings, 'sessionIdleHours'>,
): Promise<Set<string>> {
  const now = clock.now()
  const byHash = new Map(tokens.map((token) => [secretHash(token).toString('hex'), token]))
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('token_hash')
    .where('token_hash', 'in', tokens.map(secretHash))
    .where('expires_at', '>', now.toISOString())
    .where('sessions.last_seen_at', '>', idleSince(now, sessionIdleHours))
    .where('is_blocked', '=', false)
    .where('deleted_at', 'is', null)
    .execute()
  return new Set(rows.map(({ token_hash }) => byHash.get(token_hash.toString('hex')) ?? ''))
}
