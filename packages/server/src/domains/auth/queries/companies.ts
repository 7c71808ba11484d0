import type { Db, Person } from '../../../platform/call.ts'
import { inRussianOrder } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'

/** Returns the id of the account that a person signs in with. */
export const signerId = ({ id, person_id }: Pick<Person, 'id' | 'person_id'>): number => person_id ?? id

const signerBy = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('users')
    .select(['id', 'login', 'name', 'email', 'isRivc', 'isAdmin', 'idcomp'])
    .select(['can_enter_registry', 'can_create_registry', 'can_edit_calendar'])
    .where('id', '=', id),
)

/** Returns the account that a signed-in person signs in with; password and second factors belong to it. */
export async function signerOf(db: Db, person: Person): Promise<Person> {
  if (!person.person_id) return person
  return { ...person, ...(await signerBy.one(db, { id: person.person_id })), person_id: null }
}

/** Selects every account of a person, given the id of the one they sign in with. */
export const accountIds = (db: Db, signer_id: number) =>
  db
    .selectFrom('users as account')
    .select('account.id')
    .where((eb) => eb.or([eb('account.id', '=', signer_id), eb('account.person_id', '=', signer_id)]))

/** Returns the companies that a person may work in, each with its account, ordered by name. */
export const ownCompanies = statement((db, { signer_id }: { signer_id: number }) =>
  db
    .selectFrom('users as account')
    .innerJoin('companies_for_auth as c', 'c.idcomp', 'account.idcomp')
    .select(['account.id', 'c.idcomp', 'c.namecomp'])
    .where('account.id', 'in', accountIds(db, signer_id))
    .where('account.is_blocked', '=', false)
    .where('account.deleted_at', 'is', null)
    .orderBy(inRussianOrder('c.namecomp'))
    .orderBy('c.idcomp'),
)
