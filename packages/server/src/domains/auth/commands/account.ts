import type { account } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { isCommonPassword } from '../../../platform/common-passwords.ts'
import { emit } from '../../../platform/events.ts'
import { recordChanges } from '../../../platform/history.ts'
import { hashPassword, passwordFits } from '../../../platform/password.ts'
import { refuseField, refuseWith, type RefusalSpec } from '../../../platform/refusal.ts'
import { secretHash } from '../../../platform/secret.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { passwordReasons, reasons } from '../policy.ts'
import { personalWords, standsFor } from '../rules.ts'
import { ownWords } from '../queries/account.ts'
import { localHash } from '../queries/login.ts'
import { endOne, endOtherSessions, lockOwn } from '../store/account.ts'
import { writePassword } from '../store/passwords.ts'
import { endAllAccess } from './ending.ts'
import { recordEnded } from './recording.ts'
import { mustBeSignedIn } from './sessions.ts'

/** @throws 422 at the field for a password that is tried first, or that says who the person is */
export async function refuseWeak(db: Call['deps']['db'], user_id: number, password: string): Promise<void> {
  if (standsFor(password, personalWords(await ownWords(db, user_id)))) {
    throw refuseField('password', passwordReasons.personal)
  }
  if (await isCommonPassword(password)) throw refuseField('password', passwordReasons.common)
}

/**
 * Whether it is the person who asks, by the password kept here.
 * @param elsewhere what is said where another system asks for the password
 * @throws 422 at the field for a wrong present password, 429 after too many of them
 */
export async function checkPresent(call: Call, password: string, elsewhere: RefusalSpec): Promise<string> {
  const { deps, person, address } = call
  const stored = await localHash(deps, person)
  if (stored === null) throw refuseWith(elsewhere)
  // Counted apart from signing in: whoever guesses at the login from outside cannot keep the person from this.
  const tried = { login: person.login, address, browser: `own.${person.id}` }
  await deps.loginTries.take(tried)
  if (!(await passwordFits(stored, password))) throw refuseField('current_password', passwordReasons.wrong)
  await deps.loginTries.giveBack(tried)
  return stored
}

/** The person's own new password: whatever else was open in their name ends, the session that asks goes on. */
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

/** One of the own sessions is over on every node; whoever uses it is asked to sign in. */
export async function endSession(call: Call<typeof account.endSession>) {
  const { person, params } = call
  await inTransaction(call, async (tx) => {
    if (!(await endOne(tx, person.id, params.id))) throw refuseWith(reasons.noSession)
    await recordEnded(tx, call, 1)
  })
  return { message: 'Success' }
}

export async function endOthers(call: Call<typeof account.endOthers>) {
  await inTransaction(call, async (tx) => {
    const ended = await endOtherSessions(tx, call.person.id, secretHash(call.token))
    if (ended > 0) await recordEnded(tx, call, ended)
  })
  return { message: 'Success' }
}
