import { msSince } from '../../platform/elapsed.ts'
import type { Db, Person } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/settings.ts'
import { writeIfPossible } from '../../platform/database/away.ts'
import { secretHash } from '../../platform/credentials/secret.ts'
import { isFactorDemanded } from './policy.ts'
import { readSessions, sessionBy } from './queries/sessions.ts'
import { stillOpens, validSince } from './rules.ts'
import { writeSeen } from './store/sessions.ts'

/**
 * `PERSON_TITLES`: what the history calls the fields of a person; `isPassedOver(account)`: whether the person goes on with
 * another company than that of this further account.
 */
export { isPassedOver, PERSON_TITLES } from './rules.ts'
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
/** `isPasswordLinkOpen(deps, token)`: whether the link of a password letter still works. */
export { isPasswordLinkOpen } from './queries/account.ts'
/** `sweepSessions(deps)`: deletes sessions that are over. */
export { sweepSessions } from './commands/sweeping.ts'
/** `validSince(now, settings)`: the moments that decide whether a session is valid. */
export { validSince, type ValidSince } from './rules.ts'
/** How long a password given on the server works where local sign-in is switched off. */
export { EMERGENCY_MS } from './policy.ts'
/** `linkIdentity(tx, actor, owner, subject)`: links a person to a subject of the company's identity provider. */
export { linkIdentity } from './commands/admitting.ts'
/** `lockToLink(tx, deps, subject)`: called before the person to link is locked. */
export { lockToLink } from './commands/admitting.ts'
/** `resetSecondFactors(tx, actor, owner)`: removes the second factors that a person has lost. */
export { resetSecondFactors } from './commands/second-factor.ts'
/**
 * `mustBeSignedIn(tx, call)`: called before a session creates something that outlives it; 401 when the session has just
 * been ended.
 */
export { mustBeSignedIn } from './commands/sessions.ts'

/**
 * `staffBy(db, login)`: the member of staff with this login; without a login, the first administrator.
 * `isPasswordOurs(deps, login)`: whether a password stored here, if there is one, opens a session.
 */
export { isPasswordOurs, staffBy } from './queries/login.ts'
/** `pageSettings(db, person, page)`: the settings a person has stored for a page, whose shape the caller checks. */
export { pageSettings } from './queries/page-settings.ts'
/** `sessionsThatStay(db, clock, tokens, settings)`: whose those of them are that are still valid; not a use. */
export { sessionsThatStay } from './queries/sessions.ts'
/** `moveSignIn(tx, { from, to, formerLogin })`: makes another account of a person the one they sign in with. */
export { moveSignIn } from './store/companies.ts'
/** `moveSessions(tx, from, to)`: switches the sessions of an account to another one of the same person. */
export { moveSessions } from './store/companies.ts'

/** `sealingOf(tx, settings)`: encrypts secrets that have to be read again. */
export { sealingOf } from './store/secrets.ts'

/** Functions by which `administration` writes people; only this room writes what they sign in with. */
export {
  accountIn,
  findStaff,
  firstOnceShown,
  forgetFirst,
  furtherAccounts,
  insertPerson,
  isLoginTaken,
  leftBlockedIn,
  lockAdministrators,
  lockPeople,
  lockPeopleIn,
  lockPerson,
  lockService,
  openAccountsIn,
  patchPerson,
  type LockedPerson,
} from './store/people.ts'

/** The time of the last use is written at most this often. */
const SEEN_EVERY_MS = 5 * 60_000

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
  const valid = validSince(now, settings)
  let session = (await sessionBy(db, [hash])).get(hash)
  // Another process may have recorded a later use.
  if (session && !stillOpens(session, valid)) session = new Map(await readSessions(db, [hash])).get(hash)
  if (!session || !stillOpens(session, valid)) return undefined
  if (msSince(session.last_seen_at, now.getTime()) > SEEN_EVERY_MS) {
    const seen = { last_seen_at: now.toISOString() }
    // The remembered session is updated with the time that is written here.
    Object.assign(session, seen)
    await writeIfPossible(() => writeSeen(db, token_hash, seen))
  }
  const { person, password_only } = session
  return password_only && isFactorDemanded(person, settings) ? { ...person, mustSetUpFactor: true } : person
}

/** `keepPageSettings(tx, person, page, settings)`: stores one page's settings; the person's other windows show them. */
export { keepPageSettings } from './commands/settings.ts'
