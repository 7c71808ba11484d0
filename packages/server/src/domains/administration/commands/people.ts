import type { adminPeople } from '@vypusk/contract'
import type { Call, Actor } from '../../../platform/call.ts'
import { emit } from '../../../platform/events.ts'
import { momentOf } from '../../../platform/clock.ts'
import { recordChanges } from '../../../platform/history.ts'
import { Refusal, refuse, refuseWith, type RefusalSpec } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import '../events.ts'
import {
  endAccessIfMoved,
  endAllAccess,
  endLinkIfReaddressed,
  insertPerson,
  isLoginTaken,
  isPasswordOurs,
  linkIdentity,
  lockToLink,
  patchPerson,
  PERSON_TITLES,
  resetSecondFactors,
  type LockedPerson,
} from '../../auth/port.ts'
import { companyName, recordedCompany, recordedMove } from '../../catalog/port.ts'
import { outcomeOf } from '../../deliveries/port.ts'
import { goOnWithNext } from './first-company.ts'
import { emitPersonChange, lockPersonToChange, refuseKeptFields } from './changed-person.ts'
import { blockFurther, keepFurther, refuseFurther } from './memberships.ts'
import { mayBlock, mayDemote, maySendPassword, reasons } from '../policy.ts'
import { directoryOf, personDetail } from '../queries/people.ts'

const refuseOf = (field: string, [status, sentence]: RefusalSpec) =>
  new Refusal([status, sentence], { errors: { [field]: [sentence] } })

const titles = { ...PERSON_TITLES, is_blocked: 'Заблокирован' }

type Fields = adminPeople.PersonFields

/**
 * Checks the fields, and returns the row to write and the company's name for the history. Nobody comes into a hidden
 * company, but who belongs to one stays.
 * @param before the person as they are; null for a new one
 */
async function checked(tx: Transaction, before: LockedPerson | null, { company, ...fields }: Fields) {
  if (await isLoginTaken(tx, fields.login, before?.id ?? 0)) throw refuseOf('login', reasons.loginTaken)
  if (company !== null && fields.isAdmin) throw refuseOf('isAdmin', reasons.clientAdmin)
  const stays = before !== null && before.idcomp === company
  const namecomp = stays || company === null ? await recordedCompany(tx, company) : await companyName(tx, company)
  if (namecomp === undefined) throw refuseOf('company', reasons.noCompany)
  // Staff may edit every company's calendar and need no right of their own.
  const can_edit_calendar = company !== null && fields.can_edit_calendar
  return { row: { ...fields, can_edit_calendar, idcomp: company }, namecomp }
}

async function askForPassword(tx: Transaction, actor: Actor, id: number): Promise<number> {
  await recordChanges(tx, actor, {
    entity: 'user',
    entity_id: id,
    titles: { password: 'Пароль' },
    before: null,
    after: { password: 'отправлено письмо со ссылкой' },
  })
  const data = { user_id: id }
  return emit(tx, actor, { kind: 'user.password_asked', entity: 'user', entity_id: id, companies: [], data })
}

/** Creates an account. Without a password nobody can sign in to it until the link in the letter is used. */
export async function createPerson(call: Call<typeof adminPeople.create>) {
  const { send_password, ...fields } = call.body
  if (send_password && call.person.scope) throw refuse('session_only')
  const { id, event_id } = await inTransaction(call, async (tx) => {
    const { row, namecomp } = await checked(tx, null, fields)
    const made = await insertPerson(tx, { ...row, isRivc: row.idcomp === null, created_at: momentOf(call.deps.clock) })
    const after = { ...row, namecomp, is_blocked: false }
    await recordChanges(tx, call, { entity: 'user', entity_id: made, titles, before: null, after })
    await emitPersonChange(tx, call, { id: made, idcomp: row.idcomp, version: 1 })
    if (!send_password) return { id: made, event_id: null }
    const isOurs = await isPasswordOurs({ ...call.deps, db: tx }, row.login)
    if (!isOurs) throw refuseOf('send_password', reasons.passwordElsewhere)
    const may = maySendPassword(call.person, { ...row, id: made, is_blocked: false, isPasswordOurs: isOurs })
    if (may !== true) throw refuseOf('email', may)
    return { id: made, event_id: await askForPassword(tx, call, made) }
  })
  return saved(call, id, event_id)
}

const saved = async (actor: Actor, id: number, event_id: number | null) => ({
  message: 'Success',
  mail: await outcomeOf(actor.deps, event_id),
  person: await personDetail(actor.deps.db, actor, id),
})

/** Checks that no field maintained by the company's directory was changed. @throws 422 at those fields */
async function refuseKept(tx: Transaction, actor: Actor, before: LockedPerson, row: object): Promise<void> {
  if ((await directoryOf(tx, actor, before.id)).kept) refuseKeptFields(actor, before, row)
}

/** Changes a person. New rights apply from the next call on; open live streams are reopened with them. */
export async function savePerson(call: Call<typeof adminPeople.save>) {
  const { id } = call.params
  const { version, ...fields } = call.body
  await inTransaction(call, async (tx) => {
    // Companies come before people: whoever hides one has locked it.
    if (fields.company !== null) await companyName(tx, fields.company)
    const before = await lockPersonToChange(tx, call, id)
    if (version !== undefined && version !== before.version) {
      throw refuse('stale', { current: await personDetail(tx, call, id) })
    }
    if (before.isRivc !== (fields.company === null)) throw refuseOf('company', reasons.otherSide)
    const may = before.isAdmin && !fields.isAdmin ? mayDemote(call.person, before) : true
    if (may !== true) throw refuseOf('isAdmin', may)
    const { row } = await checked(tx, before, fields)
    await refuseKept(tx, call, before, row)
    if (row.idcomp !== null) await refuseFurther(tx, id, row.idcomp)
    const [left, entered] = await recordedMove(tx, before.idcomp, row.idcomp)
    const [was, after] = [
      { ...before, namecomp: left },
      { ...before, ...row, namecomp: entered },
    ]
    const changed = await recordChanges(tx, call, { entity: 'user', entity_id: id, titles, before: was, after })
    if (changed.length === 0) return
    await endAccessIfMoved(tx, call, before, row.idcomp)
    await emitPersonChange(tx, call, { id, idcomp: row.idcomp, version: await patchPerson(tx, id, row) })
    await endLinkIfReaddressed(tx, call, before, row.email)
    await keepFurther(tx, call, id, row)
  })
  return { message: 'Success', person: await personDetail(call.deps.db, call, id) }
}

/**
 * Blocks or unblocks a person. Blocking ends everything that is open in their name, and unblocking does not bring it
 * back.
 */
export async function blockPerson(call: Call<typeof adminPeople.block>) {
  const { id } = call.params
  const { is_blocked } = call.body
  await inTransaction(call, async (tx) => {
    const target = await lockPersonToChange(tx, call, id)
    const { is_out } = await directoryOf(tx, call, id)
    const { idcomp } = target
    // Of those who are in, no company is locked: whoever hides it waits for them.
    const isHidden = target.is_blocked && idcomp !== null && (await companyName(tx, idcomp)) === undefined
    // Whoever comes back while their first company is hidden goes on with the next one.
    const next = isHidden && !is_blocked ? await goOnWithNext(tx, call, target) : target
    const before = next ?? target
    const may = mayBlock(call.person, { ...before, is_out, is_company_hidden: next === undefined })
    if (may !== true) throw refuseWith(may)
    if (before.is_blocked === is_blocked) return
    const after = { ...before, is_blocked }
    await recordChanges(tx, call, {
      entity: 'user',
      entity_id: before.id,
      titles: { is_blocked: titles.is_blocked },
      before,
      after,
    })
    if (is_blocked) await endAllAccess(tx, call, before.id, { reason: 'blocked' })
    await emitPersonChange(tx, call, { ...after, version: await patchPerson(tx, before.id, { is_blocked }) })
    await blockFurther(tx, call, before.id, is_blocked)
  })
  return { message: 'Success', person: await personDetail(call.deps.db, call, id) }
}

/**
 * Sets which subject of the company's identity provider this person is: who signs in there as that subject is signed in
 * here as this person.
 */
export async function linkCorporate(call: Call<typeof adminPeople.linkCorporate>) {
  const { id } = call.params
  await inTransaction(call, async (tx) => {
    await lockToLink(tx, call.deps, call.body.subject)
    await linkIdentity(tx, call, await lockPersonToChange(tx, call, id), call.body.subject)
  })
  return { message: 'Success', person: await personDetail(call.deps.db, call, id) }
}

/** Removes the second factors of somebody who has lost them; the person then signs in with the password alone. */
export async function resetFactor(call: Call<typeof adminPeople.resetFactor>) {
  const { id } = call.params
  await inTransaction(call, async (tx) => {
    const target = await lockPersonToChange(tx, call, id)
    if (call.person.id === id) throw refuseWith(reasons.ownFactor)
    if (!(await resetSecondFactors(tx, call, target))) throw refuseWith(reasons.noFactor)
  })
  return { message: 'Success', person: await personDetail(call.deps.db, call, id) }
}

/** Sends the letter with the link by which a person sets a password. */
export async function sendPassword(call: Call<typeof adminPeople.sendPassword>) {
  const { id } = call.params
  const event_id = await inTransaction(call, async (tx) => {
    const target = await lockPersonToChange(tx, call, id)
    const isOurs = await isPasswordOurs({ ...call.deps, db: tx }, target.login)
    const may = maySendPassword(call.person, { ...target, isPasswordOurs: isOurs })
    if (may !== true) throw refuseWith(may)
    return askForPassword(tx, call, id)
  })
  return saved(call, id, event_id)
}
