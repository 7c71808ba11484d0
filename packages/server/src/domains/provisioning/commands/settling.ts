import type { Actor } from '../../../platform/call.ts'
import { rightsFor, rightsOf, type PersonRights } from '../../../platform/corporate/rights.ts'
import type { ScimSettings } from '../../../platform/corporate/settings.ts'
import { momentOf } from '../../../platform/clock.ts'
import { recordChanges } from '../../../platform/history.ts'
import { takingTurns } from '../../../platform/runtime/turns.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { blockFurther, emitPersonChange, goOnWithNext, keepFurther } from '../../administration/port.ts'
import {
  accountIn,
  endAccessIfMoved,
  endAllAccess,
  endLinkIfReaddressed,
  forgetFirst,
  insertPerson,
  isLoginTaken,
  isPassedOver,
  lockPeople,
  lockPerson,
  patchPerson,
  PERSON_TITLES,
} from '../../auth/port.ts'
import { companyName, presentCompanies, recordedCompany, recordedMove } from '../../catalog/port.ts'
import { identityOf, type Attributes } from '../rules/person.ts'
import { decide, type Decided } from '../rules/verdict.ts'
import { accountsOf, companiesOf, goneWithLogin, peopleToSettle, updateScimPerson, type ToSettle } from '../store.ts'

/**
 * Updates accounts to match the directory: names, rights given by groups, and whether the person may sign in at all.
 */

const titles = { ...PERSON_TITLES, is_blocked: 'Заблокирован' }
const NOTE = 'по каталогу компании (SCIM)'

/** The account in the company of the groups where the person goes on with another one, and what the groups give there. */
interface Former {
  account: NonNullable<Awaited<ReturnType<typeof accountIn>>>
  rights: PersonRights
}
type Verdict = Decided<PersonRights> & { former: Former | null }

interface Snapshot {
  login: string
  name: string
  email: string | null
  isAdmin: boolean
  can_enter_registry: boolean
  can_create_registry: boolean
  can_edit_calendar: boolean
  is_blocked: boolean
  namecomp: string | null
}

/** The account as it is now; null if there is none. */
function accountOf(row: ToSettle) {
  const { user_id, login, name, email, isRivc, isAdmin, idcomp, is_blocked } = row
  if (user_id === null || login === null || name === null || isRivc === null) return null
  const { can_enter_registry, can_create_registry, can_edit_calendar } = row
  return {
    id: user_id,
    login,
    name,
    email,
    isRivc,
    isAdmin: isAdmin ?? false,
    idcomp,
    is_blocked: is_blocked ?? false,
    can_enter_registry: can_enter_registry ?? false,
    can_create_registry: can_create_registry ?? false,
    can_edit_calendar: can_edit_calendar ?? false,
  }
}
type Account = NonNullable<ReturnType<typeof accountOf>>

function identityIn({ user_name, attributes }: ToSettle) {
  // Written by this room's own rules only.
  const { displayName, name, emails } = attributes as Attributes
  return identityOf({ userName: user_name, displayName, name, emails })
}

/** Renames the accounts of somebody who has left, if they have the login of somebody who joins. */
async function freeLogin(tx: Transaction, actor: Actor, login: string): Promise<void> {
  const gone = await goneWithLogin(tx, login)
  if (!gone) return
  const { id, idcomp } = gone
  const freed = `${gone.login}#${gone.id}`.slice(-100)
  await recordChanges(tx, actor, {
    entity: 'user',
    entity_id: gone.id,
    titles: { login: titles.login },
    before: { login: gone.login },
    after: { login: freed },
    note: NOTE,
  })
  await emitPersonChange(tx, actor, { id, idcomp, version: await patchPerson(tx, id, { login: freed }) })
  await keepFurther(tx, actor, id, { ...gone, login: freed })
}

/** Whether the login belongs to somebody who keeps it. */
async function isHeld(tx: Transaction, actor: Actor, row: ToSettle): Promise<boolean> {
  const { login } = identityIn(row)
  if (row.gone_at === null) await freeLogin(tx, actor, login)
  return isLoginTaken(tx, login, row.user_id ?? 0)
}

/** The person's account in the company of the groups, if they have it beside their first one. */
async function furtherOf(tx: Transaction, { user_id }: ToSettle, idcomp: number | null) {
  const further = user_id === null || idcomp === null ? undefined : await accountIn(tx, user_id, idcomp)
  return further?.deleted_at === null ? further : null
}

const isHidden = async (tx: Transaction, idcomp: number | null): Promise<boolean> =>
  idcomp !== null && (await companyName(tx, idcomp)) === undefined

async function verdict(tx: Transaction, actor: Actor, row: ToSettle, { groups }: ScimSettings): Promise<Verdict> {
  const isActive = row.active && row.gone_at === null
  const rights = isActive ? rightsOf(groups, row.groups) : null
  const [account, idcomp] = [accountOf(row), rights?.idcomp ?? null]
  const further = await furtherOf(tx, row, idcomp)
  const former = further && rights && isPassedOver(further) ? { account: further, rights } : null
  const obstacles = {
    isOtherSide: account !== null && rights !== null && account.isRivc !== rights.isRivc,
    isNoCompany: await isHidden(tx, idcomp),
    isLoginTaken: row.is_login_held && (await isHeld(tx, actor, row)),
    isFurther: further !== null,
    isPassedOver: former !== null,
    isHomeless: row.is_shut && (await isHidden(tx, row.idcomp)),
  }
  return { ...decide({ isActive, rights, obstacles, hasEntered: row.has_entered }), former }
}

/** Creates the account of somebody whom groups give rights for the first time. */
async function enter(tx: Transaction, actor: Actor, row: ToSettle, rights: PersonRights): Promise<number> {
  const fields = { ...identityIn(row), ...rights }
  const id = await insertPerson(tx, { ...fields, created_at: momentOf(actor.deps.clock) })
  const after = { ...fields, namecomp: await recordedCompany(tx, rights.idcomp) }
  await recordChanges<Partial<Snapshot>>(tx, actor, {
    entity: 'user',
    entity_id: id,
    titles,
    before: null,
    after,
    note: NOTE,
  })
  await emitPersonChange(tx, actor, { id, idcomp: rights.idcomp, version: 1 })
  return id
}

/** The account as it should be; rights that no group gives stay unchanged within a company. */
function aimOf(row: ToSettle, account: Account, { kind, rights, problem }: Verdict): Account {
  // A person whose login or side conflicts, or who has left, keeps their former name.
  const identity = problem === null && row.gone_at === null ? identityIn(row) : {}
  const is_blocked = kind === 'shut' || (account.is_blocked && (kind === 'stay' || !row.is_shut))
  const granted = kind === 'let' && rights ? rightsFor(account, rights) : null
  return { ...account, ...identity, ...granted, is_blocked }
}

async function bring(tx: Transaction, actor: Actor, row: ToSettle, account: Account, decided: Verdict): Promise<void> {
  const aim = aimOf(row, account, decided)
  const [left, entered] = await recordedMove(tx, account.idcomp, aim.idcomp)
  const [before, after] = [
    { ...account, namecomp: left },
    { ...aim, namecomp: entered },
  ]
  const thing = { entity: 'user', entity_id: account.id } as const
  // Which company is the first, the directory says from now on.
  if (decided.rights !== null) await forgetFirst(tx, account.id)
  const changed = await recordChanges<Snapshot>(tx, actor, { ...thing, titles, before, after, note: NOTE })
  if (changed.length === 0) return
  if (aim.is_blocked && !account.is_blocked) await endAllAccess(tx, actor, account.id, { reason: 'directory' })
  await endAccessIfMoved(tx, actor, account, aim.idcomp)
  const { id, ...fields } = aim
  await emitPersonChange(tx, actor, { id, idcomp: aim.idcomp, version: await patchPerson(tx, id, fields) })
  await endLinkIfReaddressed(tx, actor, account, aim.email)
  await keepFurther(tx, actor, id, aim)
  if (aim.is_blocked !== account.is_blocked) await blockFurther(tx, actor, id, aim.is_blocked)
}

/** Gives somebody the rights of the groups in the company of the groups, though another one is their first. */
async function bringFormer(tx: Transaction, actor: Actor, { account, rights }: Former): Promise<void> {
  const { id, idcomp } = account
  const given = rightsFor(account, rights)
  const thing = { entity: 'user', entity_id: id } as const
  const after = { ...account, ...given }
  const changed = await recordChanges<Partial<Snapshot>>(tx, actor, {
    ...thing,
    titles,
    before: account,
    after,
    note: NOTE,
  })
  if (changed.length > 0) await emitPersonChange(tx, actor, { id, idcomp, version: await patchPerson(tx, id, given) })
}

/** Whoever comes back while their company is hidden goes on with the next one. @returns the row then; null without one */
async function withNext(tx: Transaction, actor: Actor, { id, user_id }: ToSettle): Promise<ToSettle | null> {
  const person = user_id === null ? undefined : await lockPerson(tx, user_id)
  const next = person && (await goOnWithNext(tx, actor, person))
  return (next && (await peopleToSettle(tx, [id]))[0]) ?? null
}

/** Whether the directory has blocked the account: a block by an administrator stays the administrator's. */
const isShutHere = ({ is_shut }: ToSettle, account: Account | null) => is_shut || account?.is_blocked === false

/**
 * Brings the account of a person, and the one in the company of the groups, to what was decided.
 * @returns the account of the person
 */
async function apply(tx: Transaction, actor: Actor, row: ToSettle, decided: Verdict): Promise<number | null> {
  const account = accountOf(row)
  const { kind, rights, former } = decided
  const entered = account === null && kind === 'let' && rights ? await enter(tx, actor, row, rights) : null
  if (account) await bring(tx, actor, row, account, decided)
  if (former) await bringFormer(tx, actor, former)
  return entered ?? row.user_id
}

async function settleOne(tx: Transaction, actor: Actor, row: ToSettle, scim: ScimSettings): Promise<void> {
  const decided = await verdict(tx, actor, row, scim)
  const moved = decided.kind === 'stay' ? await withNext(tx, actor, row) : null
  if (moved) return settleOne(tx, actor, moved, scim)
  const { kind, problem } = decided
  const now = {
    user_id: await apply(tx, actor, row, decided),
    has_entered: row.has_entered || kind === 'let',
    is_out: kind === 'shut',
    is_shut: kind === 'stay' || (kind === 'shut' && isShutHere(row, accountOf(row))),
    problem,
  }
  const isSame = Object.entries(now).every(([name, value]) => row[name as keyof typeof now] === value)
  if (!isSame) await updateScimPerson(tx, row.id, now)
}

/** Keeps administrators from changing the accounts, and companies from being hidden; companies come before people. */
async function lockConcerned(tx: Transaction, ids: string[], { groups }: ScimSettings): Promise<void> {
  const rights = groups.flatMap((group) => group.rights)
  const given = rights.flatMap((right) => (right.kind === 'client' ? right.idcomp : []))
  await presentCompanies(tx, [...given, ...(await companiesOf(tx, await accountsOf(tx, ids)))])
  await lockPeople(tx, await accountsOf(tx, ids))
}

/**
 * Updates the accounts of these people. @param ids people that the directory has changed, or whose groups have changed
 */
export async function settle(tx: Transaction, actor: Actor, ids: string[]): Promise<void> {
  const { scim } = actor.deps.settings
  if (!scim || ids.length === 0) return
  await lockConcerned(tx, ids, scim)
  // Read once locked, as all of an account is written back.
  const rows = await peopleToSettle(tx, ids)
  const turn = takingTurns()
  for (const row of rows) {
    await settleOne(tx, actor, row, scim)
    await turn()
  }
}
