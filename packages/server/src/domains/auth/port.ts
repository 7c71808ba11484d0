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

/** What history calls the fields of a person. */
export { PERSON_TITLES } from './rules.ts'
/** `issuePasswordLink(tx, user_id, now)`: the token of a letter that lets a person set a password. */
export { issuePasswordLink } from './commands/passwords.ts'
/** `endAllAccess(tx, actor, user_id, { reason })`: ends for good whatever opens the product in a person's name. */
export { endAllAccess } from './commands/ending.ts'
/** `linkIdentity(tx, actor, user_id, subject)`: who of the company's own provider a person is. */
export { linkIdentity } from './commands/admitting.ts'
/** `resetSecondFactors(tx, actor, owner)`: takes away what a person has lost beside the password. */
export { resetSecondFactors } from './commands/second-factor.ts'
/** `mustBeSignedIn(tx, call)`: before a session makes what outlives it; 401 when it was ended a moment ago. */
export { mustBeSignedIn } from './commands/sessions.ts'

/** `sealingOf(tx, settings)`: keeps secrets that are needed again. */
export { sealingOf } from './store/secrets.ts'

/** What `administration` writes of people; what they sign in by is written here alone. */
export {
  accountIn,
  findStaff,
  furtherAccounts,
  insertPerson,
  isLoginTaken,
  lockAdministrators,
  lockPerson,
  lockService,
  patchPerson,
  type LockedPerson,
} from './store/people.ts'

/** Last seen is written at most this often. */
const SEEN_EVERY_MS = 5 * 60_000

/** Sessions of people who may come in, by the hash of the token. */
const readSessions = async (db: Db, hashes: string[]) => {
  const token_hashes = hashes.map((hash) => Buffer.from(hash, 'base64'))
  const rows = await sessions.all(db, { token_hashes })
  return rows.map(({ token_hash, last_seen_at, expires_at, password_only, ...person }) => {
    const session = { person, last_seen_at, expires_at, password_only }
    return [token_hash.toString('base64'), session] as const
  })
}
/** When a session was last used is written every few minutes and may be old. */
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

/** The person behind a living token that was used lately; blocking or deleting a person ends all sessions at once. */
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
  // Another process may have seen it since.
  if (session && !isUsedLately(session)) session = new Map(await readSessions(db, [hash])).get(hash)
  if (!session || !isUsedLately(session) || session.expires_at <= now.toISOString()) return undefined
  if (now.getTime() - Date.parse(session.last_seen_at) > SEEN_EVERY_MS) {
    const seen = { last_seen_at: now.toISOString() }
    // What is remembered of it goes on with the moment that is being written.
    Object.assign(session, seen)
    await writeIfPossible(() => db.updateTable('sessions').set(seen).where('token_hash', '=', token_hash).execute())
  }
  const { person, password_only } = session
  return password_only && isFactorDemanded(person, settings) ? { ...person, mustSetUpFactor: true } : person
}

/** The member of staff with this login; the first administrator when none is named. */
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

/** What the person keeps under a page's name; undefined when nothing. Its shape is the reader's to check. */
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

/** Which of these sessions still let somebody in: of all at once, and none of them is seen by it. */
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
