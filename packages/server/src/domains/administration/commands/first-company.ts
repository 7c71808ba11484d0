import type { adminPeople } from '@vypusk/contract'
import type { Actor, Call } from '../../../platform/call.ts'
import { emit, type EventActor, type Listener } from '../../../platform/events.ts'
import { recordChanges } from '../../../platform/history.ts'
import { furtherLogin } from '../../../platform/person.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import {
  accountIn,
  endAllAccess,
  firstOnceShown,
  forgetFirst,
  furtherAccounts,
  leftBlockedIn,
  lockPerson,
  moveSessions,
  moveSignIn,
  openAccountsIn,
  patchPerson,
  PERSON_TITLES,
  type LockedPerson,
} from '../../auth/port.ts'
import { companyName, recordedMove } from '../../catalog/port.ts'
import { mayBeFirst, reasons } from '../policy.ts'
import { shownAmong } from '../queries/companies.ts'
import { directoryOf, personDetail } from '../queries/people.ts'
import { keepFurther } from './memberships.ts'
import { emitPersonChange, lockPersonToChange } from './changed-person.ts'

/**
 * The first company of a person is the one whose account they sign in with (docs/decisions/0162). An administrator can
 * make another one the first; where the first is hidden, the next one is, until it is shown again.
 */

const titles = { namecomp: PERSON_TITLES.namecomp }
const HIDDEN = 'компания скрыта'
const SHOWN = 'компания снова показана'

interface Account {
  id: number
  idcomp: number | null
}

/** Makes the company of another account of the person the first one. @param person the account they sign in with now */
async function makeFirst(tx: Transaction, actor: EventActor, person: LockedPerson, to: Account, note?: string) {
  const { id: from, login, idcomp } = person
  await moveSignIn(tx, { from, to: to.id, formerLogin: furtherLogin(login, to.id, idcomp ?? 0) })
  await keepFurther(tx, actor, to.id, person)
  const [left, entered] = await recordedMove(tx, idcomp, to.idcomp)
  const [before, after] = [{ namecomp: left }, { namecomp: entered }]
  const thing = { entity: 'user', entity_id: to.id } as const
  await recordChanges(tx, actor, { ...thing, titles, before, after, ...(note ? { note } : {}) })
  await emit(tx, actor, {
    kind: 'user.sign_in_moved',
    entity: 'user',
    entity_id: from,
    companies: [],
    data: { to: to.id },
  })
  // The account was blocked while its company was hidden; whoever is blocked as a person stays so.
  const { is_blocked } = person
  await emitPersonChange(tx, actor, { ...to, version: await patchPerson(tx, to.id, { is_blocked }) })
}

/** Makes one of a person's further companies their first one. */
export async function chooseFirst(call: Call<typeof adminPeople.first>) {
  const { id, company } = call.params
  const account = await inTransaction(call, async (tx) => {
    // Companies come before people: whoever hides one has locked it.
    const namecomp = await companyName(tx, company)
    const person = await lockPersonToChange(tx, call, id)
    const may = mayBeFirst({ ...person, isKept: (await directoryOf(tx, call, id)).kept !== null })
    if (may !== true) throw refuseWith(may)
    const known = await accountIn(tx, id, company)
    if (!known || known.deleted_at !== null) throw refuseWith(reasons.notJoined)
    if (namecomp === undefined) throw refuseWith(reasons.companyHidden)
    await makeFirst(tx, call, person, known)
    await forgetFirst(tx, known.id)
    await patchPerson(tx, person.id, { passed_over: true })
    await patchPerson(tx, known.id, { passed_over: false })
    return known.id
  })
  return { message: 'Success', person: await personDetail(call.deps.db, call, account) }
}

/**
 * Lets a person whose first company is hidden go on with the next one, the one added first of those that are shown.
 * @returns the account they sign in with now; undefined when there is no other company
 */
export async function goOnWithNext(tx: Transaction, actor: EventActor, person: LockedPerson) {
  const accounts = await furtherAccounts(tx, person.id)
  // Not locked: who hides the next company meanwhile waits for the person, and then finds that they have no other one.
  const shown = await shownAmong.all(tx, { ids: accounts.flatMap(({ idcomp }) => idcomp ?? []) })
  const next = accounts.find((account) => shown.some(({ idcomp }) => idcomp === account.idcomp))
  if (!next) return undefined
  await makeFirst(tx, actor, person, next, HIDDEN)
  // If this company was itself the next one, the first is still the one from before it.
  const first_when_shown = !accounts.some((one) => one.first_when_shown)
  await patchPerson(tx, person.id, { first_when_shown })
  return lockPerson(tx, next.id)
}

/**
 * Closes a company that is being hidden to the people who also belong to another one: they go on there, in the same
 * browsers. Whoever has no other company is refused before (`mayHideCompany`).
 */
export async function closeCompany(tx: Transaction, actor: Actor, idcomp: number): Promise<void> {
  for (const { id, person_id } of await openAccountsIn(tx, idcomp)) {
    const person = await lockPerson(tx, person_id)
    const signer = id === person?.id ? await goOnWithNext(tx, actor, person) : person
    if (!signer) continue
    await moveSessions(tx, id, signer.id)
    await endAllAccess(tx, actor, id, { reason: 'companyHidden' })
    await emitPersonChange(tx, actor, { id, idcomp, version: await patchPerson(tx, id, { is_blocked: true }) })
  }
}

/**
 * Opens a company that is shown again: it is the first one again of those whose first it was, and open to everybody who
 * may sign in elsewhere.
 */
export const onCompanyShown: Listener<'company.shown'> = async (tx, { entity_id }, actor) => {
  for (const account of await firstOnceShown(tx, entity_id)) {
    const person = await lockPerson(tx, account.person_id)
    if (person) await makeFirst(tx, actor, person, account, SHOWN)
  }
  for (const account of await leftBlockedIn(tx, entity_id)) {
    await emitPersonChange(tx, actor, { ...account, version: await patchPerson(tx, account.id, { is_blocked: false }) })
  }
}
