import { momentOf } from '../../../platform/clock.ts'
import type { Deps, Actor } from '../../../platform/call.ts'
import { emit } from '../../../platform/events.ts'
import { recordChanges } from '../../../platform/history.ts'
import { hashPassword } from '../../../platform/credentials/password.ts'
import { NOBODY, type Person } from '../../../platform/person.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import {
  EMERGENCY_MS,
  endAllAccess,
  findStaff,
  insertPerson,
  patchPerson,
  PERSON_TITLES,
  resetSecondFactors,
} from '../../auth/port.ts'

/**
 * The actor of the command. The person who runs it on the server has no account, so the history shows the command in place of
 * an address.
 */
const CONSOLE: Person = { ...NOBODY, isRivc: true, idcomp: null, email: 'npm run admin' }

const titles = { isAdmin: PERSON_TITLES.isAdmin, is_blocked: 'Заблокирован', password: 'Пароль' }

interface AccountInput {
  login: string
  /** Used for a new account; an existing one keeps its name. */
  name: string
  email: string | null
  password: string
  /** The person has lost their second factors, so they are removed. */
  clearFactors?: boolean
}

async function appoint(tx: Transaction, actor: Actor, { login, name, email, password }: AccountInput) {
  const now = actor.deps.clock.now()
  const account = {
    password_hash: await hashPassword(password),
    local_until: new Date(now.getTime() + EMERGENCY_MS).toISOString(),
    isAdmin: true,
  }
  const before = await findStaff(tx, login)
  if (!before) {
    const made = { ...account, login, name, email, isRivc: true, created_at: momentOf(actor.deps.clock) }
    return { id: await insertPerson(tx, made), version: 1, before: null }
  }
  await endAllAccess(tx, actor, before.id, { reason: 'password', via: 'console' })
  return { id: before.id, version: await patchPerson(tx, before.id, { ...account, is_blocked: false }), before }
}

/**
 * Creates an administrator, or gives a member of staff, even a blocked one, the right and a new password. Everything
 * opened with the old password ends, and so does a letter's link for setting one. Used by `npm run admin`: the way in
 * for the first administrator, and when no other way works.
 */
export async function giveAdministration(deps: Deps, named: AccountInput): Promise<void> {
  const actor: Actor = { deps, person: CONSOLE }
  await inTransaction(actor, async (tx) => {
    const { id, version, before } = await appoint(tx, actor, named)
    await recordChanges(tx, actor, {
      entity: 'user',
      entity_id: id,
      titles,
      before: before && { ...before, password: null },
      after: { isAdmin: true, is_blocked: before ? false : null, password: 'выдан новый' },
      via: 'console',
    })
    if (named.clearFactors) await resetSecondFactors(tx, actor, { id, idcomp: null }, 'console')
    await emit(tx, actor, { kind: 'changed', entity: 'user', entity_id: id, version, companies: [], data: {} })
  })
}
