import { momentOf } from '../../../platform/clock.ts'
import type { Deps, Actor } from '../../../platform/call.ts'
import { emit } from '../../../platform/events.ts'
import { recordChanges } from '../../../platform/history.ts'
import { hashPassword } from '../../../platform/password.ts'
import { NOBODY, type Person } from '../../../platform/person.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { endAllAccess, findStaff, insertPerson, patchPerson, resetSecondFactors } from '../../auth/port.ts'

/** Where local sign-in is switched off, a password given on the server works for so long. */
const EMERGENCY_MS = 3_600_000

/** Whoever sits at the server has no account: in the history the command stands where an address would. */
const CONSOLE: Person = { ...NOBODY, isRivc: true, idcomp: null, email: 'npm run admin' }

const titles = { isAdmin: 'Администратор', is_blocked: 'Заблокирован', password: 'Пароль' }

interface AccountInput {
  login: string
  /** Of a new account; what one has already stays. */
  name: string
  email: string | null
  password: string
  /** What the person had to show beside the password is lost. */
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
 * Makes an administrator, or gives a member of staff the right and a new password, blocked or not: whoever had the
 * old one, or a letter to set one, is out. For `npm run admin`: the way in for the first of them, and when no other
 * works.
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
