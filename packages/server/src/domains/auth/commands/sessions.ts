import type { auth } from '@vypusk/contract'
import type { Call, Actor } from '../../../platform/call.ts'
import { passwordFits } from '../../../platform/credentials/password.ts'
import { Refusal, refuse } from '../../../platform/refusal.ts'
import { newSecret, secretHash } from '../../../platform/credentials/secret.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { mayEnter, opensByPassword, SESSION_SECONDS } from '../policy.ts'
import { admit, refusalOf } from './admitting.ts'
import { checkSecondFactor, type AcceptedFactor } from './factor-check.ts'
import { knownBrowser, markBrowser } from './known-browser.ts'
import { recordRefusal, recordSignIn, recordSignOut } from './recording.ts'
import { announceSessions } from './session-news.ts'
import { signerId } from '../queries/companies.ts'
import { loginRow } from '../queries/login.ts'
import { chosenAccount } from '../store/companies.ts'
import { hasSession, lockAccounts, lockPerson, removeSession, writeSession } from '../store/sessions.ts'

interface Opening {
  user_id: number
  end_session_url: string | null
  /** The hash that the password was compared with; null when another system identified the person. */
  password_hash: string | null
  /** The accepted second factor; null when none was required. */
  shown?: AcceptedFactor | null
}

/**
 * Opens a session of the person; only this answer contains the token. Fails for a person who was blocked, or whose
 * password changed, while it was being compared.
 */
export async function openSession(tx: Transaction, call: Call, { password_hash, shown, ...opening }: Opening) {
  const { deps, request } = call
  const { user_id } = opening
  const person = await lockPerson(tx, user_id)
  if (!person || !mayEnter(person)) throw refuse('no_access')
  if (password_hash !== null && person.password_hash !== password_hash) throw refuse('wrong_login')
  const token = newSecret()
  const browser = {
    user_agent: (request.headers['user-agent'] ?? '').slice(0, 400),
    address: call.address.slice(0, 100),
  }
  const password_only = password_hash !== null && !shown
  const account = await chosenAccount(tx, user_id)
  const session = { token_hash: secretHash(token), ...opening, user_id: account, ...browser, password_only }
  await writeSession(tx, session, deps.clock.now(), SESSION_SECONDS)
  await markBrowser(tx, call, user_id)
  await recordSignIn(tx, call, user_id, shown?.by)
  await announceSessions(tx, { id: user_id })
  return { access_token: token, token_type: 'bearer' as const, expires_in: SESSION_SECONDS }
}

/**
 * Called before a session creates something that outlives it, such as an API token. Locks the person's account,
 * and the one they sign in with, until the transaction ends. @throws 401 when the session has just been ended
 */
export async function mustBeSignedIn(tx: Transaction, { person, token }: Actor & { token: string }): Promise<void> {
  await lockAccounts(tx, person.id)
  if (!(await hasSession(tx, secretHash(token)))) throw refuse('no_session')
}

/** Checks the password against the one stored here. @returns undefined when no password stored here matches */
async function byOwnPassword({ deps, body }: Call<typeof auth.login>): Promise<Opening | undefined> {
  const row = await loginRow(deps.db, body.login)
  const ways = { localSignIn: deps.settings.localSignIn, hasDirectory: deps.directory !== null }
  const counts = row && opensByPassword(row, ways, deps.clock.now())
  if (!(await passwordFits(counts ? row.password_hash : null, body.password)) || !row) return undefined
  if (!mayEnter(row)) throw refuse('no_access')
  return { user_id: row.id, end_session_url: null, password_hash: row.password_hash }
}

/** Checks the password with the directory, if there is one, and updates the person here. */
async function byDirectory(call: Call<typeof auth.login>): Promise<Opening | undefined> {
  const { directory, settings } = call.deps
  const account = await directory?.check(call.body.login, call.body.password).catch((error: unknown) => {
    throw refusalOf(call, error)
  })
  if (!account) return undefined
  const admitted = await inTransaction(call, (tx) => admit(tx, call, account, settings.ldap?.groups ?? null))
  if (admitted instanceof Refusal) throw admitted
  return { user_id: admitted, end_session_url: null, password_hash: null }
}

async function whoOpens(call: Call<typeof auth.login>): Promise<Opening> {
  const opening = (await byOwnPassword(call)) ?? (await byDirectory(call))
  if (opening === undefined) throw refuse('wrong_login')
  return opening
}

/**
 * Opens a session once the second factor, if required, is right. Attempts are limited per person; browsers known for
 * the person are counted separately.
 */
async function passOn(call: Call<typeof auth.login>, opening: Opening, browser: string | null) {
  const { deps, body } = call
  const { user_id } = opening
  const shows = body.code !== undefined || body.passkey !== undefined
  if (shows) await deps.loginTries.takeCode(user_id, browser)
  const answer = await inTransaction(call, async (tx) => {
    const shown = opening.password_hash === null ? null : await checkSecondFactor(tx, call, user_id)
    if (shown instanceof Refusal) return shown
    const session = await openSession(tx, call, { ...opening, shown })
    return shown?.recovery_left === undefined ? session : { ...session, recovery_left: shown.recovery_left }
  })
  if (answer instanceof Refusal) {
    if (shows) await recordRefusal(call, body.login, answer.message)
    throw answer
  }
  if (shows) await deps.loginTries.giveBackCodes(user_id, browser)
  return answer
}

/**
 * Signs in (api.md, "Authentication and user"). Neither the answer nor its timing reveals whether login or password was
 * wrong.
 */
export async function logIn(call: Call<typeof auth.login>) {
  const { deps, body, address } = call
  const tried = { login: body.login, address, browser: await knownBrowser(call) }
  await deps.loginTries.take(tried)
  const opening = await whoOpens(call).catch(async (error: unknown) => {
    if (error instanceof Refusal) await recordRefusal(call, body.login, error.message)
    throw error
  })
  await deps.loginTries.giveBack(tried)
  return passOn(call, opening, tried.browser)
}

/** Ends this session on every node by deleting its row. */
export async function logOut(call: Call<typeof auth.logout>) {
  const ended = await inTransaction(call, async (tx) => {
    await recordSignOut(tx, call)
    await announceSessions(tx, { ...call.person, id: signerId(call.person) })
    return removeSession(tx, secretHash(call.token))
  })
  return { message: 'Success', ...(ended?.end_session_url ? { end_session_url: ended.end_session_url } : {}) }
}
