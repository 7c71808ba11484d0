import { randomBytes } from 'node:crypto'
import { auth } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { passwordFits } from '../../../platform/password.ts'
import { refuse, refuseField } from '../../../platform/refusal.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { mayEnter, MAX_SETTINGS_BYTES, SESSION_SECONDS } from '../policy.ts'
import { tokenHash } from '../rules.ts'
import { loginRow, removeSession, writeSession, writeSettings } from '../store.ts'

/** Signs in (api.md, "Authentication and user"): the answer and its time do not tell which half was wrong. */
export async function logIn(call: Call<typeof auth.login>) {
  const { deps, body, request } = call
  await deps.loginTries.take(body.login, request.ip)
  const row = await loginRow(deps.db, body.login)
  if (!(await passwordFits(row?.password_hash, body.password)) || !row) throw refuse('wrong_login')
  await deps.loginTries.giveBack(body.login, request.ip)
  if (!mayEnter(row)) throw refuse('no_access')
  const token = randomBytes(32).toString('base64url')
  await inTransaction(call, (tx) => writeSession(tx, tokenHash(token), row.id, deps.clock.now(), SESSION_SECONDS))
  return { access_token: token, token_type: 'bearer' as const, expires_in: SESSION_SECONDS }
}

/** Ends this session on every node: the row it lived by is gone. */
export async function logOut(call: Call<typeof auth.logout>) {
  await inTransaction(call, (tx) => removeSession(tx, tokenHash(call.token)))
  return { message: 'Success' }
}

/** Keeps one page's settings; a page the brief names must have its shape. */
export async function saveSettings(call: Call<typeof auth.saveSettings>) {
  const { page, pageSettings } = call.body
  if (Buffer.byteLength(JSON.stringify(pageSettings)) > MAX_SETTINGS_BYTES) {
    throw refuseField('pageSettings', 'Настройки страницы не больше 32 КиБ')
  }
  const shape = Object.hasOwn(auth.knownPages, page) ? auth.knownPages[page as keyof typeof auth.knownPages] : undefined
  if (shape && !shape.safeParse(pageSettings).success) {
    throw refuseField('pageSettings', `Настройки страницы ${page} имеют другой вид`)
  }
  await inTransaction(call, (tx) => writeSettings(tx, call.person.id, page, pageSettings))
  return { message: 'Success' }
}
