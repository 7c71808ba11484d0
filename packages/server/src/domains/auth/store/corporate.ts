import { sql, type RawBuilder } from 'kysely'
import type { CorporateAccount } from '../../../platform/corporate/account.ts'
import type { PersonRights, rightsFor } from '../../../platform/corporate/rights.ts'
import type { Transaction } from '../../../platform/transaction.ts'

type Identity = Pick<CorporateAccount, 'provider' | 'subject'>

/** The columns of a person that a corporate sign-in needs. */
const PERSON = [
  'u.id',
  'u.is_blocked',
  'u.deleted_at',
  'u.isRivc',
  'u.isAdmin',
  'u.idcomp',
  'u.can_enter_registry',
  'u.can_create_registry',
  'u.can_edit_calendar',
] as const

const NAMECOMP = sql<
  string | null
>`(select namecomp from companies_for_auth as companies where companies.idcomp = u.idcomp)`.as('namecomp')

/** Makes sign-ins of one subject run one after another, so that two concurrent first sign-ins create one person. */
export const lockSubject = (tx: Transaction, { provider, subject }: Identity) =>
  sql`select pg_advisory_xact_lock(hashtext(${provider}), hashtext(${subject}))`.execute(tx)

const linkedTo = (tx: Transaction, { provider, subject }: Identity) =>
  tx
    .selectFrom('users as u')
    .innerJoin('corporate_identities as c', 'c.user_id', 'u.id')
    .where('c.provider', '=', provider)
    .where('c.subject', '=', subject)
    .forUpdate('u')

/**
 * Locks and returns the person whom the subject is linked to, including blocked and deleted people. Read again once
 * locked: whoever had the person locked may have removed the link, or moved it to another account.
 */
export async function linkedPerson(tx: Transaction, identity: Identity) {
  await linkedTo(tx, identity).select('u.id').execute()
  return linkedTo(tx, identity)
    .select([...PERSON, NAMECOMP, BY_SCIM])
    .executeTakeFirst()
}

/** The person is kept by a directory, which reports people and their rights by SCIM. */
const BY_SCIM = sql<boolean>`exists (select from scim_people_for_auth as named
  where named.user_id = u.id and named.gone_at is null)`.as('by_scim')

/**
 * Returns the condition that finds the person of an account at its first sign-in; null when the account lacks the value
 * to search by.
 */
function meantBy({ login, email, externalId, linksBy }: CorporateAccount): RawBuilder<boolean> | null {
  if (linksBy === 'login') return sql`lower(u.login) = ${login.toLowerCase()}`
  if (linksBy === 'email') return email === null ? null : sql`lower(u.email) = ${email.toLowerCase()}`
  if (linksBy === 'nothing' || externalId === null) return null
  return sql`exists (select from scim_people_for_auth as named
    where named.user_id = u.id and named.external_id = ${externalId} and named.gone_at is null)`
}

const meantPeople = (tx: Transaction, meant: RawBuilder<boolean>) =>
  tx
    .selectFrom('users as u')
    .where('u.deleted_at', 'is', null)
    .where('u.person_id', 'is', null)
    .where('u.is_service', '=', false)
    .where(meant)
    .orderBy('u.id')
    .forUpdate()
    .limit(2)

/**
 * Locks and returns the person an account belongs to at its first sign-in: the one with its login, or the only one with
 * its address or external id. Read again once locked: meanwhile a directory may have begun or ceased to keep them.
 */
export async function personToLink(tx: Transaction, account: CorporateAccount) {
  const meant = meantBy(account)
  if (meant === null) return undefined
  await meantPeople(tx, meant).select('u.id').execute()
  const rows = await meantPeople(tx, meant)
    .select([...PERSON, NAMECOMP, BY_SCIM])
    .execute()
  return rows.length === 1 ? rows[0] : undefined
}

/** Checks whether the login that a new person would need is already taken. */
export const isLoginTaken = async (tx: Transaction, login: string): Promise<boolean> =>
  (await tx
    .selectFrom('users')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['login']), '=', login.toLowerCase()))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()) !== undefined

export const writeIdentity = (tx: Transaction, { provider, subject }: Identity, user_id: number, at: string) =>
  tx
    .insertInto('corporate_identities')
    .values({ provider, subject, user_id, created_at: at, last_used_at: at })
    .onConflict((conflict) => conflict.columns(['provider', 'subject']).doUpdateSet({ last_used_at: at }))
    .execute()

export const removeIdentities = (tx: Transaction, user_id: number, provider: string) =>
  tx.deleteFrom('corporate_identities').where('user_id', '=', user_id).where('provider', '=', provider).execute()

export const subjectOf = (tx: Transaction, user_id: number, provider: string) =>
  tx
    .selectFrom('corporate_identities')
    .select('subject')
    .where('user_id', '=', user_id)
    .where('provider', '=', provider)
    .executeTakeFirst()

export async function makePerson(
  tx: Transaction,
  { login, name, email }: CorporateAccount,
  rights: PersonRights,
): Promise<number> {
  const { id } = await tx
    .insertInto('users')
    .values({ login, name, email, ...rights })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const writeRights = (tx: Transaction, id: number, rights: ReturnType<typeof rightsFor>) =>
  tx
    .updateTable('users')
    .set((eb) => ({ ...rights, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** Returns a company that is not hidden, and keeps it from being hidden until the transaction ends. */
export const companyBy = (tx: Transaction, idcomp: number) =>
  tx
    .selectFrom('companies_for_auth as companies')
    .select('namecomp')
    .where('idcomp', '=', idcomp)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
