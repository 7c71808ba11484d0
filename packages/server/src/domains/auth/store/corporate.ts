import { sql } from 'kysely'
import type { CorporateAccount } from '../../../platform/corporate/account.ts'
import type { PersonRights } from '../../../platform/corporate/rights.ts'
import type { Transaction } from '../../../platform/transaction.ts'

/** A person of `users` as a corporate sign-in finds them. */
const PERSON = [
  'u.id',
  'u.is_blocked',
  'u.deleted_at',
  'u.isRivc',
  'u.isAdmin',
  'u.idcomp',
  'u.can_enter_registry',
  'u.can_create_registry',
] as const

const NAMECOMP = sql<string | null>`(select namecomp from companies where companies.idcomp = u.idcomp)`.as('namecomp')

/** One sign-in of a subject at a time: two first ones at once make one person. */
export const lockSubject = (tx: Transaction, { provider, subject }: CorporateAccount) =>
  sql`select pg_advisory_xact_lock(hashtext(${provider}), hashtext(${subject}))`.execute(tx)

/** Whom the subject is already known to be, blocked and deleted people too. */
export const linkedPerson = (tx: Transaction, { provider, subject }: CorporateAccount) =>
  tx
    .selectFrom('users as u')
    .innerJoin('corporate_identities as c', 'c.user_id', 'u.id')
    .select([...PERSON, NAMECOMP])
    .where('c.provider', '=', provider)
    .where('c.subject', '=', subject)
    .forUpdate('u')
    .executeTakeFirst()

/** Who has the login; else the only one with the address, where the provider vouches for it. */
export async function personToLink(tx: Transaction, { login, email, isEmailVerified }: CorporateAccount) {
  const living = tx
    .selectFrom('users as u')
    .select([...PERSON, NAMECOMP])
    .where('u.deleted_at', 'is', null)
    .forUpdate()
  const byLogin = await living
    .where((eb) => eb(eb.fn('lower', ['u.login']), '=', login.toLowerCase()))
    .executeTakeFirst()
  if (byLogin || email === null || !isEmailVerified) return byLogin
  const byEmail = await living
    .where((eb) => eb(eb.fn('lower', ['u.email']), '=', email.toLowerCase()))
    .limit(2)
    .execute()
  return byEmail.length === 1 ? byEmail[0] : undefined
}

export const writeIdentity = (tx: Transaction, { provider, subject }: CorporateAccount, user_id: number, at: string) =>
  tx
    .insertInto('corporate_identities')
    .values({ provider, subject, user_id, created_at: at, last_used_at: at })
    .onConflict((conflict) => conflict.columns(['provider', 'subject']).doUpdateSet({ last_used_at: at }))
    .execute()

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

export const writeRights = (tx: Transaction, id: number, rights: PersonRights) =>
  tx
    .updateTable('users')
    .set((eb) => ({ ...rights, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

export const companyBy = (tx: Transaction, idcomp: number) =>
  tx
    .selectFrom('companies')
    .select('namecomp')
    .where('idcomp', '=', idcomp)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
