import { refusals } from '@vypusk/contract'
import type { Doer } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import type { CorporateAccount } from '../../../platform/corporate/account.ts'
import { rightsOf, type GroupRights, type PersonRights } from '../../../platform/corporate/rights.ts'
import { Refusal, type RefusalSpec } from '../../../platform/refusal.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { mayEnter, reasons } from '../policy.ts'
import {
  companyExists,
  linkedPerson,
  lockSubject,
  makePerson,
  personToLink,
  writeIdentity,
  writeRights,
} from '../store/corporate.ts'
import { removeEntrances } from '../store/passwords.ts'

interface Applicant {
  account: CorporateAccount
  /** Who it is here; undefined for somebody new. */
  person: Awaited<ReturnType<typeof linkedPerson>>
  /** Null: the groups give nothing, or are not asked. */
  rights: PersonRights | null
}

/** Why somebody does not come in; null when nothing stands against it. */
async function obstacle(
  tx: Transaction,
  { person, rights }: Applicant,
  mapping: GroupRights[] | null,
): Promise<RefusalSpec | null> {
  if (person && (!mayEnter(person) || person.deleted_at !== null)) return refusals.no_access
  if (mapping && !rights) return reasons.noGroup
  if (person && rights && person.isRivc !== rights.isRivc) return reasons.otherSide
  const idcomp = rights?.idcomp ?? null
  return idcomp !== null && !(await companyExists(tx, idcomp)) ? reasons.noCompany : null
}

/** Brings a person's rights to what the groups give; makes the person where there is none and the groups give any. */
async function settle(tx: Transaction, { account, person, rights }: Applicant): Promise<number | null> {
  if (!person) return rights && makePerson(tx, account, rights)
  const differ = rights && Object.entries(rights).some(([name, value]) => person[name as keyof PersonRights] !== value)
  if (differ) await writeRights(tx, person.id, rights)
  return person.id
}

/**
 * The person here behind an account of the provider or the directory: found by its subject, once by its login or
 * vouched-for address, or made where its groups give rights (docs/decisions/0028). Rights follow the groups.
 * Who may not come in any more loses the sessions that are open.
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
  const applicant = { account, rights, person: linked ?? (await personToLink(tx, account)) }
  const refusal = await obstacle(tx, applicant, mapping)
  const id = refusal ? null : await settle(tx, applicant)
  if (id === null) {
    if (linked) await removeEntrances(tx, linked.id)
    const { provider, subject, login } = account
    deps.log.info({ provider, subject, login, refusal }, 'a corporate sign-in was refused')
    return new Refusal(refusal ?? reasons.unknown)
  }
  await writeIdentity(tx, account, id, momentOf(deps.clock))
  return id
}
