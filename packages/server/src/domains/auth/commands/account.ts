import type { account } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { isCommonPassword } from '../../../platform/credentials/common-passwords.ts'
import { emit } from '../../../platform/events.ts'
import { recordChanges } from '../../../platform/history.ts'
import { hashPassword, passwordFits } from '../../../platform/credentials/password.ts'
import { refuseField, refuseWith, type RefusalSpec } from '../../../platform/refusal.ts'
import { secretHash } from '../../../platform/credentials/secret.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { passwordReasons, reasons } from '../policy.ts'
import { personalWords, standsFor, stillOpens, validSince } from '../rules.ts'
import { ownWords } from '../queries/account.ts'
import { localHash } from '../queries/login.ts'
import { endOne, endOtherSessions, lockOwn } from '../store/account.ts'
import { writePassword } from '../store/passwords.ts'
import { endAllAccess } from './ending.ts'
import { announceSessions } from './session-news.ts'
import { recordEnded } from './recording.ts'
import { mustBeSignedIn } from './sessions.ts'

/**
 * Checks that a new password is hard to guess. @throws 422 at the field for a common password, or one that repeats
 * personal data
 */
export async function refuseWeak(db: Call['deps']['db'], user_id: number, password: string): Promise<void> {
  if (standsFor(password, personalWords(await ownWords(db, user_id)))) {
    throw refuseField('password', passwordReasons.personal)
  }
  if (await isCommonPassword(password)) throw refuseField('password', passwordReasons.common)
}

/**
 * Checks the present password, to be sure that the call comes from the person.
 * @param elsewhere the refusal when another system keeps the person's password
 * @returns the password's hash
 * @throws 422 at the field for a wrong present password, 429 after too many attempts
 */
export async function checkPresent(call: Call, password: string, elsewhere: RefusalSpec): Promise<string> {
  const { deps, person, address } = call
  const stored = await localHash(deps, person)
  if (stored === null) throw refuseWith(elsewhere)
  // Counted separately from sign-ins: somebody who tries passwords for the login from outside cannot block the person
  // here.
  const tried = { login: person.login, address, browser: `own.${person.id}` }
  await deps.loginTries.take(tried)
  if (!(await passwordFits(stored, password))) throw refuseField('current_password', passwordReasons.wrong)
  await deps.loginTries.giveBack(tried)
  return stored
}

/**
 * Changes the person's own password. Everything else open in their name ends; the session that makes the call stays.
 */
export async function changePassword(call: Call<typeof account.changePassword>) {
  const { deps, person, body } = call
  const stored = await checkPresent(call, body.current_password, reasons.notLocal)
  await refuseWeak(deps.db, person.id, body.password)
  const password_hash = await hashPassword(body.password)
  await inTransaction(call, async (tx) => {
    await mustBeSignedIn(tx, call)
    const own = await lockOwn(tx, person.id)
    if (own.password_hash !== stored) throw refuseField('current_password', passwordReasons.wrong)
    const { version } = await writePassword(tx, person.id, password_hash)
    const thing = { entity: 'user', entity_id: person.id } as const
    await recordChanges(tx, call, {
      ...thing,
      titles: { password: 'Пароль' },
      before: null,
      after: { password: 'сменён самим человеком' },
    })
    await endAllAccess(tx, call, person.id, { reason: 'password', kept: secretHash(call.token) })
    const companies = person.idcomp === null ? [] : [person.idcomp]
    await emit(tx, call, { kind: 'changed', ...thing, version, companies, data: {} })
  })
  return { message: 'Success' }
}

/** Ends one of the person's own sessions on every node; its browser has to sign in again. */
export async function endSession(call: Call<typeof account.endSession>) {
  const { person, params } = call
  await inTransaction(call, async (tx) => {
    if (!(await endOne(tx, person.id, params.id))) throw refuseWith(reasons.noSession)
    await recordEnded(tx, call, 1)
    await announceSessions(tx, person)
  })
  return { message: 'Success' }
}

/** Ends every session of the person but the one that calls. */
export async function endOthers(call: Call<typeof account.endOthers>) {
  const { clock, settings } = call.deps
  const valid = validSince(clock.now(), settings)
  await inTransaction(call, async (tx) => {
    const others = await endOtherSessions(tx, call.person.id, secretHash(call.token))
    const ended = others.filter((session) => stillOpens(session, valid)).length
    if (ended > 0) await recordEnded(tx, call, ended)
    await announceSessions(tx, call.person)
  })
  return { message: 'Success' }
}
