import type { Db, Person } from '../../../platform/call.ts'

/** The account that a person signs in by. */
export const signerId = ({ id, person_id }: Pick<Person, 'id' | 'person_id'>): number => person_id ?? id

/** Who is signed in, as the account that is signed in by: the password and what is asked beside it are its own. */
export async function signerOf(db: Db, person: Person): Promise<Person> {
  if (!person.person_id) return person
  const signer = await db
    .selectFrom('users')
    .select(['id', 'login', 'name', 'email', 'isRivc', 'isAdmin', 'idcomp'])
    .select(['can_enter_registry', 'can_create_registry', 'can_edit_calendar'])
    .where('id', '=', person.person_id)
    .executeTakeFirstOrThrow()
  return { ...person, ...signer, person_id: null }
}

/** Every account of a person, by the one that is signed in by. */
export const accountIds = (db: Db, signer_id: number) =>
  db
    .selectFrom('users as account')
    .select('account.id')
    .where((eb) => eb.or([eb('account.id', '=', signer_id), eb('account.person_id', '=', signer_id)]))

/** The companies that a person may look at, each with its account, by name. */
export const ownCompanies = (db: Db, person: Pick<Person, 'id' | 'person_id'>) =>
  db
    .selectFrom('users as account')
    .innerJoin('companies_for_auth as c', 'c.idcomp', 'account.idcomp')
    .select(['account.id', 'c.idcomp', 'c.namecomp'])
    .where('account.id', 'in', accountIds(db, signerId(person)))
    .where('account.is_blocked', '=', false)
    .where('account.deleted_at', 'is', null)
    .orderBy('c.namecomp')
    .execute()
