import type { auth } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { passwordFits } from '../../../platform/password.ts'
import { Refusal, refuse } from '../../../platform/refusal.ts'
import { newSecret, secretHash } from '../../../platform/secret.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { mayEnter, opensByPassword, SESSION_SECONDS } from '../policy.ts'
import { admit, refusalOf } from './admitting.ts'
import { knownBrowser, markBrowser } from './known-browser.ts'
import { recordRefusal, recordSignIn, recordSignOut } from './recording.ts'
import { loginRow, removeSession, writeSession } from '../store/sessions.ts'

/** A session of the person; the token is only in this answer. */
export async function openSession(tx: Transaction, call: Call, user_id: number, end_session_url: string | null) {
  const { deps } = call
  const token = newSecret()
  const session = { token_hash: secretHash(token), user_id, end_session_url }
  await writeSession(tx, session, deps.clock.now(), SESSION_SECONDS)
  await markBrowser(tx, call, user_id)
  await recordSignIn(tx, call, user_id)
  return { access_token: token, token_type: 'bearer' as const, expires_in: SESSION_SECONDS }
}

/** @returns the person's id; undefined when no password kept here opens */
async function byOwnPassword({ deps, body }: Call<typeof auth.login>): Promise<number | undefined> {
  const row = await loginRow(deps.db, body.login)
  const ways = { localSignIn: deps.settings.localSignIn, hasDirectory: deps.directory !== null }
  const counts = row && opensByPassword(row, ways, deps.clock.now())
  if (!(await passwordFits(counts ? row.password_hash : null, body.password)) || !row) return undefined
  if (!mayEnter(row)) throw refuse('no_access')
  return row.id
}

/** Asks the directory, where there is one; its people are brought up to date here. */
async function byDirectory(call: Call<typeof auth.login>): Promise<number | undefined> {
  const { directory, settings } = call.deps
  const account = await directory?.check(call.body.login, call.body.password).catch((error: unknown) => {
    throw refusalOf(call, error)
  })
  if (!account) return undefined
  const admitted = await inTransaction(call, (tx) => admit(tx, call, account, settings.ldap?.groups ?? null))
  if (admitted instanceof Refusal) throw admitted
  return admitted
}

async function whoOpens(call: Call<typeof auth.login>): Promise<number> {
  const id = (await byOwnPassword(call)) ?? (await byDirectory(call))
  if (id === undefined) throw refuse('wrong_login')
  return id
}

/** Signs in (api.md, "Authentication and user"): the answer and its time do not tell which half was wrong. */
export async function logIn(call: Call<typeof auth.login>) {
  const { deps, body, address } = call
  const tried = { login: body.login, address, browser: await knownBrowser(call) }
  await deps.loginTries.take(tried)
  const id = await whoOpens(call).catch(async (error: unknown) => {
    if (error instanceof Refusal) await recordRefusal(call, body.login, error.message)
    throw error
  })
  await deps.loginTries.giveBack(tried)
  return inTransaction(call, (tx) => openSession(tx, call, id, null))
}

/** Ends this session on every node: the row it lived by is gone. */
export async function logOut(call: Call<typeof auth.logout>) {
  const ended = await inTransaction(call, async (tx) => {
    await recordSignOut(tx, call)
    return removeSession(tx, secretHash(call.token))
  })
  return { message: 'Success', ...(ended?.end_session_url ? { end_session_url: ended.end_session_url } : {}) }
}
