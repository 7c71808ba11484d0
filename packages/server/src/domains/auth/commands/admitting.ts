import { refusals } from '@vypusk/contract'
import type { Doer } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { CorporateDown, type CorporateAccount } from '../../../platform/corporate/account.ts'
import { SignInRefused } from '../../../platform/corporate/oidc.ts'
import { rightsOf, type GroupRights, type PersonRights } from '../../../platform/corporate/rights.ts'
import { emit } from '../../../platform/events.ts'
import { recordChanges } from '../../../platform/history.ts'
import { Refusal, refuseWith, type RefusalSpec } from '../../../platform/refusal.ts'
import { NOBODY } from '../../../platform/person.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { mayEnter, reasons } from '../policy.ts'
import {
  companyBy,
  linkedPerson,
  lockSubject,
  makePerson,
  personToLink,
  writeIdentity,
  writeRights,
} from '../store/corporate.ts'
import { PERSON_TITLES } from '../rules.ts'
import { removeEntrances } from '../store/passwords.ts'
import '../events.ts'

/** A way of the provider or the directory to fail, as a person reads it; anything else stays what it is. */
export function refusalOf({ deps }: Doer, error: unknown): unknown {
  if (error instanceof SignInRefused) return refuseWith(reasons[error.kind])
  if (!(error instanceof CorporateDown)) return error
  deps.log.warn({ err: error }, 'the corporate sign-in is out of order')
  return refuseWith(reasons.down)
}

interface Applicant {
  account: CorporateAccount
  /** Who it is here; undefined for somebody new. */
  person: Awaited<ReturnType<typeof linkedPerson>>
  /** Null: the groups give nothing, or are not asked. */
  rights: PersonRights | null
  /** Of the company that the groups give; null where they give none, undefined where it is not there. */
  namecomp: string | null | undefined
}

/** Why somebody does not come in; null when nothing stands against it. */
function obstacle({ person, rights, namecomp }: Applicant, mapping: GroupRights[] | null): RefusalSpec | null {
  if (person && (!mayEnter(person) || person.deleted_at !== null)) return refusals.no_access
  if (!rights) return mapping && reasons.noGroup
  if (person && person.isRivc !== rights.isRivc) return reasons.otherSide
  return namecomp === undefined ? reasons.noCompany : null
}

/** What history keeps of what groups gave and took. */
type Kept = Partial<Pick<CorporateAccount, 'login' | 'name' | 'email'>> &
  Pick<PersonRights, 'isAdmin' | 'can_enter_registry' | 'can_create_registry'> & { namecomp: string | null }
interface Recorded {
  idcomp: number | null
  before: Kept | null
  after: Kept
}
const BY_GROUPS = 'по группам корпоративного входа'

/** Writes down what groups gave and took, as the person's own doing. @returns whether anything is other than it was */
async function recordRights(tx: Transaction, { deps }: Pick<Doer, 'deps'>, id: number, rights: Recorded) {
  const doer = { deps, person: { ...NOBODY, id } }
  const thing = { entity: 'user', entity_id: id } as const
  const changed = await recordChanges<Kept>(tx, doer, { ...thing, titles: PERSON_TITLES, note: BY_GROUPS, ...rights })
  if (changed.length === 0) return false
  const { idcomp } = rights
  await emit(tx, doer, { kind: 'changed', ...thing, companies: idcomp === null ? [] : [idcomp], data: {} })
  return true
}

/** Brings a person's rights to what the groups give; makes the person where there is none and the groups give any. */
async function settle(tx: Transaction, doer: Pick<Doer, 'deps'>, applicant: Applicant): Promise<number | null> {
  const { account, person, rights, namecomp = null } = applicant
  if (!rights) return person?.id ?? null
  const { idcomp } = rights
  if (!person) {
    const id = await makePerson(tx, account, rights)
    await recordRights(tx, doer, id, { idcomp, before: null, after: { ...account, ...rights, namecomp } })
    return id
  }
  const after = { ...person, ...rights, namecomp }
  const isChanged = await recordRights(tx, doer, person.id, { idcomp, before: person, after })
  if (isChanged) await writeRights(tx, person.id, rights)
  return person.id
}

/** Leaves a person who may not come in any more nothing open: no session, no letter's link, no token, no calendar. */
async function shutOut(tx: Transaction, { deps }: Pick<Doer, 'deps'>, entity_id: number): Promise<void> {
  await removeEntrances(tx, entity_id)
  const doer = { deps, person: NOBODY }
  await emit(tx, doer, { kind: 'user.shut_out', entity: 'user', entity_id, companies: [], data: {} })
}

/**
 * The person here behind an account of the provider or the directory: found by its subject, once by its login or
 * vouched-for address, or made where its groups give rights (docs/decisions/0028). Rights follow the groups.
 * Who may not come in any more loses whatever is open.
 * @returns the person's id, or why nobody comes in
 */
export async function admit(
  tx: Transaction,
  { deps }: Doer,
  account: CorporateAccount,
  mapping: GroupRights[] | null,
): Promise<number | Refusal> {
  await lockSubject(tx, account)
  const linked = await linkedPerson(tx, account)
  const rights = mapping && rightsOf(mapping, account.groups)
  const person = linked ?? (await personToLink(tx, account))
  const idcomp = rights?.idcomp ?? null
  const namecomp = idcomp === null ? null : (await companyBy(tx, idcomp))?.namecomp
  const applicant = { account, person, rights, namecomp }
  const refusal = obstacle(applicant, mapping)
  const id = refusal ? null : await settle(tx, { deps }, applicant)
  if (id === null) {
    if (linked) await shutOut(tx, { deps }, linked.id)
    const { provider, subject, login } = account
    deps.log.info({ provider, subject, login, refusal }, 'a corporate sign-in was refused')
    return new Refusal(refusal ?? reasons.unknown)
  }
  await writeIdentity(tx, account, id, momentOf(deps.clock))
  return id
}
