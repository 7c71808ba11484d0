import { refusals } from '@vypusk/contract'
import type { Actor, Deps } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { CorporateDown, type CorporateAccount } from '../../../platform/corporate/account.ts'
import { providerOf, SignInRefused } from '../../../platform/corporate/oidc.ts'
import { rightsFor, rightsOf, type GroupRights, type PersonRights } from '../../../platform/corporate/rights.ts'
import { emit } from '../../../platform/events.ts'
import { recordChanges } from '../../../platform/history.ts'
import { Refusal, refuseWith, type RefusalSpec } from '../../../platform/refusal.ts'
import { NOBODY } from '../../../platform/person.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { mayEnter, notLinked, reasons } from '../policy.ts'
import {
  companyBy,
  isLoginTaken,
  linkedPerson,
  lockSubject,
  makePerson,
  personToLink,
  removeIdentities,
  subjectOf,
  writeIdentity,
  writeRights,
} from '../store/corporate.ts'
import { accountIn, forgetFirst } from '../store/people.ts'
import { isPassedOver, PERSON_TITLES } from '../rules.ts'
import { endAccessIfMoved, endAllAccess } from './ending.ts'

/**
 * Turns a failure of the provider or the directory into a refusal that a person can read; any other error is returned
 * unchanged.
 */
export function refusalOf({ deps }: Actor, error: unknown): unknown {
  if (error instanceof SignInRefused) return refuseWith(reasons[error.kind])
  if (!(error instanceof CorporateDown)) return error
  deps.log.warn({ err: error }, 'the corporate sign-in is out of order')
  return refuseWith(reasons.down)
}

interface Applicant {
  account: CorporateAccount
  /** The person here; undefined for somebody new. */
  person: Awaited<ReturnType<typeof linkedPerson>>
  /** The rights given by groups; null when the groups give none, or are not used. */
  rights: PersonRights | null
  /** Somebody else already has the login. */
  isTaken: boolean
  /** An administrator has already added the person to the company given by the groups, as a further one. */
  isFurther: boolean
  /**
   * The account in that company if another one became the first instead of it: because it is hidden, until it is shown
   * again, or because an administrator has decided so. The person keeps the other one.
   */
  former: NonNullable<Awaited<ReturnType<typeof accountIn>>> | null
  /**
   * The name of the company given by the groups; null when they give none, undefined when that company does not exist.
   */
  namecomp: string | null | undefined
}

/** The refusal when groups give no access. */
const withoutRights = ({ groups }: CorporateAccount): RefusalSpec =>
  groups === null ? reasons.groupsUnsaid : reasons.noGroup

/** Returns why somebody is not admitted; null when nothing prevents it. */
function obstacle(
  { account, person, rights, namecomp, isTaken, isFurther, former }: Applicant,
  mapping: GroupRights[] | null,
): RefusalSpec | null {
  if (person && (!mayEnter(person) || person.deleted_at !== null)) return refusals.no_access
  if (!rights) return mapping && withoutRights(account)
  if (person && person.isRivc !== rights.isRivc) return reasons.otherSide
  if (former) return null
  if (namecomp === undefined) return reasons.noCompany
  if (isFurther) return reasons.further
  return isTaken ? notLinked(account.subject) : null
}

/** Fields recorded in the history when groups change a person's rights. */
type AccountSnapshot = Partial<Pick<CorporateAccount, 'login' | 'name' | 'email'>> &
  Pick<PersonRights, 'isAdmin' | 'can_enter_registry' | 'can_create_registry'> & {
    can_edit_calendar?: boolean
    namecomp: string | null
  }
interface Recorded {
  idcomp: number | null
  before: AccountSnapshot | null
  after: AccountSnapshot
}
const BY_GROUPS = 'по группам корпоративного входа'

/** Records what groups gave and took, with the person as the actor. @returns whether anything changed */
async function recordRights(tx: Transaction, { deps }: Pick<Actor, 'deps'>, id: number, rights: Recorded) {
  const actor = { deps, person: { ...NOBODY, id } }
  const thing = { entity: 'user', entity_id: id } as const
  const changed = await recordChanges<AccountSnapshot>(tx, actor, {
    ...thing,
    titles: PERSON_TITLES,
    note: BY_GROUPS,
    ...rights,
  })
  if (changed.length === 0) return false
  const { idcomp } = rights
  await emit(tx, actor, { kind: 'changed', ...thing, companies: idcomp === null ? [] : [idcomp], data: {} })
  return true
}

/** Records a link or its end, and reloads the person where they are open. */
async function recordLink(
  tx: Transaction,
  actor: Actor,
  { id, idcomp }: { id: number; idcomp: number | null },
  { before, after }: Record<'before' | 'after', string | null>,
) {
  const thing = { entity: 'user', entity_id: id } as const
  await recordChanges<{ corporate: string | null }>(tx, actor, {
    ...thing,
    titles: { corporate: PERSON_TITLES.corporate },
    before: { corporate: before },
    after: { corporate: after },
  })
  await emit(tx, actor, { kind: 'changed', ...thing, companies: idcomp === null ? [] : [idcomp], data: {} })
}

/** Keeps sign-ins of the subject waiting. They lock it before any person, and so does whoever links a person to it. */
export async function lockToLink(tx: Transaction, { settings: { oidc } }: Deps, subject: string | null): Promise<void> {
  if (oidc && subject !== null) await lockSubject(tx, { provider: providerOf(oidc), subject })
}

/**
 * Links a person to a subject of the provider, which is locked (`lockToLink`); null removes the link and ends all access
 * opened by it.
 * @throws 422 when no provider is set up, or when the subject belongs to another person here
 */
export async function linkIdentity(
  tx: Transaction,
  actor: Actor,
  owner: { id: number; idcomp: number | null },
  subject: string | null,
) {
  const { id: user_id } = owner
  const { settings, clock } = actor.deps
  if (!settings.oidc) throw refuseWith(reasons.notSetUp)
  const provider = providerOf(settings.oidc)
  const before = (await subjectOf(tx, user_id, provider))?.subject ?? null
  if (before === subject) return
  await removeIdentities(tx, user_id, provider)
  if (subject !== null) {
    if (await linkedPerson(tx, { provider, subject })) throw refuseWith(reasons.otherPerson)
    await writeIdentity(tx, { provider, subject }, user_id, momentOf(clock))
  }
  await recordLink(tx, actor, owner, { before, after: subject })
  if (before !== null) await endAllAccess(tx, actor, user_id, { reason: 'unlinked' })
}

/** The actor in the history when access ends because of groups. */
const PROVIDER = { ...NOBODY, email: 'корпоративный вход' }

/** Updates the rights of somebody who keeps another first company to what the groups give. @returns the person's id */
async function settleFormer(
  tx: Transaction,
  actor: Pick<Actor, 'deps'>,
  person_id: number,
  { former, rights }: { former: NonNullable<Applicant['former']>; rights: PersonRights },
): Promise<number> {
  const given = rightsFor(former, rights)
  const { idcomp } = given
  const same = { namecomp: null }
  const [before, after] = [
    { ...former, ...same },
    { ...former, ...given, ...same },
  ]
  if (await recordRights(tx, actor, former.id, { idcomp, before, after })) await writeRights(tx, former.id, given)
  return person_id
}

/**
 * Updates a person's rights to what the groups give, and creates the person if there is none and the groups give
 * rights. @returns the person's id
 */
async function settle(tx: Transaction, actor: Pick<Actor, 'deps'>, applicant: Applicant): Promise<number | null> {
  const { account, person, rights, namecomp = null, former } = applicant
  if (!rights) return person?.id ?? null
  if (person && former) return settleFormer(tx, actor, person.id, { former, rights })
  const { idcomp } = rights
  if (!person) {
    const id = await makePerson(tx, account, rights)
    await recordRights(tx, actor, id, { idcomp, before: null, after: { ...account, ...rights, namecomp } })
    return id
  }
  // Which company is the first, the groups say from now on.
  await forgetFirst(tx, person.id)
  const given = rightsFor(person, rights)
  const after = { ...person, ...given, namecomp }
  const isChanged = await recordRights(tx, actor, person.id, { idcomp, before: person, after })
  if (!isChanged) return person.id
  await endAccessIfMoved(tx, { ...actor, person: PROVIDER }, person, idcomp)
  await writeRights(tx, person.id, given)
  return person.id
}

const rightsBy = (mapping: GroupRights[] | null, { groups }: CorporateAccount): PersonRights | null =>
  mapping && groups && rightsOf(mapping, groups)

/** The name of the company that the groups give, locked before any person: whoever hides a company has locked it. */
async function companyOfGroups(tx: Transaction, rights: PersonRights | null): Promise<Applicant['namecomp']> {
  const idcomp = rights?.idcomp ?? null
  return idcomp === null ? null : (await companyBy(tx, idcomp))?.namecomp
}

async function applicantOf(
  tx: Transaction,
  { account, person, namecomp }: Pick<Applicant, 'account' | 'person' | 'namecomp'>,
  mapping: GroupRights[] | null,
): Promise<Applicant> {
  const rights = rightsBy(mapping, account)
  const idcomp = rights?.idcomp ?? null
  const isTaken = person === undefined && (await isLoginTaken(tx, account.login))
  const further = person && idcomp !== null ? await accountIn(tx, person.id, idcomp) : undefined
  const isFurther = further !== undefined && further.deleted_at === null
  return {
    account,
    person,
    rights,
    namecomp,
    isTaken,
    isFurther,
    former: isFurther && isPassedOver(further) ? further : null,
  }
}

/**
 * Finds the person behind an account of the provider or the directory: by its subject, at the first sign-in by the
 * configured value (docs/decisions/0043), or created when its groups give rights (docs/decisions/0028). Rights follow
 * the groups. Somebody who is no longer admitted loses all open access, unless the provider has said nothing of groups
 * (docs/decisions/0173).
 * @returns the person's id, or why nobody is admitted
 */
export async function admit(
  tx: Transaction,
  { deps }: Actor,
  account: CorporateAccount,
  rights: GroupRights[] | null,
): Promise<number | Refusal> {
  await lockSubject(tx, account)
  const namecomp = await companyOfGroups(tx, rightsBy(rights, account))
  const linked = await linkedPerson(tx, account)
  const person = linked ?? (await personToLink(tx, account))
  const isNamed = deps.settings.scim !== null && (person?.by_scim ?? true)
  // Where a directory manages people and rights by SCIM, the sign-in only establishes who the person is.
  const mapping = isNamed ? null : rights
  const applicant = await applicantOf(tx, { account, person, namecomp }, mapping)
  const refusal = obstacle(applicant, mapping)
  const id = refusal ? null : await settle(tx, { deps }, applicant)
  const actor = { deps, person: PROVIDER }
  if (id === null) {
    // A provider that names no groups has not said that the person has none.
    if (linked && refusal !== reasons.groupsUnsaid) await endAllAccess(tx, actor, linked.id, { reason: 'groups' })
    return refusalTo(actor, account, refusal)
  }
  await writeIdentity(tx, account, id, momentOf(deps.clock))
  if (!linked) await recordFirst(tx, actor, id, applicant)
  return id
}

const recordFirst = (tx: Transaction, actor: Actor, id: number, { account, person, rights }: Applicant) =>
  recordLink(tx, actor, { id, idcomp: (rights ?? person)?.idcomp ?? null }, { before: null, after: account.subject })

function refusalTo({ deps }: Actor, { provider, subject, login }: CorporateAccount, refusal: RefusalSpec | null) {
  if (refusal === reasons.groupsUnsaid) {
    deps.log.warn({ provider, claim: deps.settings.oidc?.groupsClaim }, 'the provider names no groups of a person')
  }
  deps.log.info({ provider, subject, login, refusal }, 'a corporate sign-in was refused')
  return new Refusal(refusal ?? notLinked(subject))
}
