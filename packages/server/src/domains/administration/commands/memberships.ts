import { decodeName, type adminPeople } from '@vypusk/contract'
import type { Actor, Call } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import type { EventActor } from '../../../platform/events.ts'
import { recordChanges } from '../../../platform/history.ts'
import { furtherLogin } from '../../../platform/person.ts'
import { refuse, refuseField, refuseWith } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import {
  accountIn,
  endAllAccess,
  furtherAccounts,
  insertPerson,
  isPassedOver,
  patchPerson,
  PERSON_TITLES,
  type LockedPerson,
} from '../../auth/port.ts'
import { companyName, recordedCompany } from '../../catalog/port.ts'
import { reasons } from '../policy.ts'
import { directoryOf, personDetail } from '../queries/people.ts'
import { emitPersonChange, lockPersonToChange, refuseKeptFields } from './changed-person.ts'

/** A person in further companies has an account in each, opened by the same sign-in (docs/decisions/0100). */

/** Fields recorded in the person's history for a further company. */
interface Joined {
  further: string | null
  can_enter_registry: boolean
  can_create_registry: boolean
  can_edit_calendar: boolean
}
const titles = { ...PERSON_TITLES, further: 'Ещё компания' }

/**
 * Checks that the person can be added to the company, or belongs to it already.
 * @throws 422 at the field when they cannot
 */
async function joinable(tx: Transaction, person: LockedPerson, company: number, isThere: boolean): Promise<string> {
  if (person.isRivc) throw refuseField('company', reasons.staffJoins[1])
  if (person.idcomp === company) throw refuseField('company', reasons.ownCompany[1])
  const namecomp = isThere ? await recordedCompany(tx, company) : ((await companyName(tx, company)) ?? null)
  if (namecomp === null) throw refuseField('company', reasons.noCompany[1])
  return decodeName(namecomp)
}

/** Refuses a change made from a membership that somebody has changed or ended since. @throws 409 with the present one */
async function refuseStale(tx: Transaction, actor: Actor, id: number, company: number): Promise<never> {
  const { memberships } = await personDetail(tx, actor, id)
  throw refuse('stale', { current: memberships.find((one) => one.company.idcomp === company) ?? null })
}

/**
 * Checks that no administrator changes by hand what groups of the directory give somebody in a company that is not their
 * first: such a change would last until the directory reports the person again.
 * @param aim the rights to have there; null to leave the company
 */
async function refuseByGroups(
  tx: Transaction,
  actor: Actor,
  id: number,
  { account, aim }: { account: NonNullable<Awaited<ReturnType<typeof accountIn>>>; aim: object | null },
): Promise<void> {
  if (!isPassedOver(account) || (await directoryOf(tx, actor, id)).company !== account.idcomp) return
  if (aim === null) throw refuseWith(reasons.byDirectory)
  refuseKeptFields(actor, account, { ...account, ...aim })
}

/** Adds a person to a further company, or changes their rights there. */
export async function joinCompany(call: Call<typeof adminPeople.join>) {
  const { id } = call.params
  const { company, version: read, ...rights } = call.body
  await inTransaction(call, async (tx) => {
    const person = await lockPersonToChange(tx, call, id)
    const known = await accountIn(tx, id, company)
    const isThere = known !== undefined && known.deleted_at === null
    const further = await joinable(tx, person, company, isThere)
    if (read !== undefined && read !== (isThere ? known.version : 0)) await refuseStale(tx, call, id, company)
    if (isThere) await refuseByGroups(tx, call, id, { account: known, aim: rights })
    const { name, email } = person
    // In a hidden company an account stays blocked, whoever may sign in elsewhere.
    const { is_blocked } = isThere ? known : person
    const row = { ...rights, name, email, is_blocked, login: furtherLogin(person.login, id, company), deleted_at: null }
    const account = known?.id ?? (await insertPerson(tx, newAccount(call, person, { ...row, idcomp: company })))
    const version = known ? await patchPerson(tx, account, row) : 1
    const before = isThere ? { ...known, further } : null
    await recordJoined(tx, call, id, { before, after: { ...rights, further }, further })
    await emitPersonChange(tx, call, { id: account, idcomp: company, version })
    await emitPersonChange(tx, call, { id, idcomp: person.idcomp, version: person.version })
  })
  return { message: 'Success', person: await personDetail(call.deps.db, call, id) }
}

const newAccount = <Row extends object>({ deps }: Actor, { id }: LockedPerson, row: Row) => ({
  ...row,
  person_id: id,
  isRivc: false,
  created_at: momentOf(deps.clock),
})

const recordJoined = (
  tx: Transaction,
  actor: Actor,
  entity_id: number,
  { before, after, further }: { before: Joined | null; after: Joined; further: string },
) => recordChanges<Joined>(tx, actor, { entity: 'user', entity_id, titles, before, after, note: further })

/** Removes a person from a further company; what they wrote there stays. */
export async function leaveCompany(call: Call<typeof adminPeople.leave>) {
  const { id, company } = call.params
  await inTransaction(call, async (tx) => {
    const person = await lockPersonToChange(tx, call, id)
    const account = await accountIn(tx, id, company)
    if (!account || account.deleted_at !== null) throw refuseWith(reasons.notJoined)
    await refuseByGroups(tx, call, id, { account, aim: null })
    await endAllAccess(tx, call, account.id, { reason: 'left' })
    const version = await patchPerson(tx, account.id, {
      deleted_at: momentOf(call.deps.clock),
      first_when_shown: false,
      passed_over: false,
    })
    const further = decodeName((await recordedCompany(tx, company)) ?? '')
    const rights = { can_enter_registry: false, can_create_registry: false, can_edit_calendar: false }
    const [before, after] = [
      { ...rights, further },
      { ...rights, further: null },
    ]
    await recordJoined(tx, call, id, { before, after, further })
    await emitPersonChange(tx, call, { id: account.id, idcomp: company, version })
    await emitPersonChange(tx, call, { id, idcomp: person.idcomp, version: person.version })
  })
  return { message: 'Success', person: await personDetail(call.deps.db, call, id) }
}

/** Checks that the person does not already belong to the company as a further one. @throws 422 */
export async function refuseFurther(tx: Transaction, id: number, idcomp: number): Promise<void> {
  const account = await accountIn(tx, id, idcomp)
  if (account && account.deleted_at === null) throw refuseField('company', reasons.furtherCompany[1])
}

/** Copies the person's name, address and login to their accounts in further companies. */
export async function keepFurther(
  tx: Transaction,
  actor: EventActor,
  id: number,
  { name, email, login }: Pick<LockedPerson, 'name' | 'email' | 'login'>,
): Promise<void> {
  for (const account of await furtherAccounts(tx, id)) {
    const row = { name, email, login: furtherLogin(login, id, account.idcomp ?? 0) }
    await emitPersonChange(tx, actor, { ...account, version: await patchPerson(tx, account.id, row) })
  }
}

/**
 * Blocks or unblocks the person's accounts in further companies as well; those in hidden companies stay blocked until
 * the company is shown again, because nobody of such a company can sign in.
 */
export async function blockFurther(tx: Transaction, actor: Actor, id: number, is_blocked: boolean): Promise<void> {
  for (const account of await furtherAccounts(tx, id)) {
    if (!is_blocked && (await companyName(tx, account.idcomp ?? 0)) === undefined) continue
    await emitPersonChange(tx, actor, { ...account, version: await patchPerson(tx, account.id, { is_blocked }) })
  }
}
