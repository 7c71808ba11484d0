import { sql, type Insertable, type Updateable } from 'kysely'
import type { DB } from '../../../platform/db-types.gen.ts'
import type { Transaction } from '../../../platform/transaction.ts'

const FIELDS = ['id', 'login', 'name', 'email', 'isRivc', 'isAdmin', 'idcomp', 'is_blocked', 'version'] as const
const RIGHTS = ['can_enter_registry', 'can_create_registry', 'can_edit_calendar'] as const

/** Locks and returns a person by the account they sign in with. */
export const lockPerson = (tx: Transaction, id: number) =>
  tx
    .selectFrom('users')
    .select([...FIELDS, ...RIGHTS])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('person_id', 'is', null)
    .where('is_service', '=', false)
    .forUpdate()
    .executeTakeFirst()
export type LockedPerson = NonNullable<Awaited<ReturnType<typeof lockPerson>>>

/** Locks and returns the account of a service, which nobody signs in with. */
export const lockService = (tx: Transaction, id: number): Promise<LockedPerson | undefined> =>
  tx
    .selectFrom('users')
    .select([...FIELDS, ...RIGHTS])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('is_service', '=', true)
    .forUpdate()
    .executeTakeFirst()

/**
 * Locks and returns the account of a person in a further company, even one they have left; undefined when there never
 * was one.
 */
export const accountIn = (tx: Transaction, person_id: number, idcomp: number) =>
  tx
    .selectFrom('users')
    .select([...FIELDS, ...RIGHTS, 'deleted_at', 'first_when_shown', 'passed_over'])
    .where('person_id', '=', person_id)
    .where('idcomp', '=', idcomp)
    .forUpdate()
    .executeTakeFirst()

/** Locks and returns the accounts of a person in further companies, the one added first before the others. */
export const furtherAccounts = (tx: Transaction, person_id: number) =>
  tx
    .selectFrom('users')
    .select(['id', 'idcomp', 'login', 'is_blocked', 'version', 'first_when_shown'])
    .where('person_id', '=', person_id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()

/**
 * Locks and returns the blocked accounts that people have in a further company, of those who may sign in where they
 * belong.
 */
export const leftBlockedIn = (tx: Transaction, idcomp: number) =>
  tx
    .selectFrom('users as account')
    .innerJoin('users as person', 'person.id', 'account.person_id')
    .select(['account.id', 'account.idcomp'])
    .where('account.idcomp', '=', idcomp)
    .where('account.deleted_at', 'is', null)
    .where('account.is_blocked', '=', true)
    .where('person.deleted_at', 'is', null)
    .where('person.is_blocked', '=', false)
    .orderBy('account.id')
    .forUpdate('account')
    .execute()

/** The id of the account that the person of an account signs in with. */
const signerOf = sql<number>`coalesce(person_id, id)`

const openIn = (tx: Transaction, idcomp: number) =>
  tx
    .selectFrom('users')
    .where('idcomp', '=', idcomp)
    .where('is_blocked', '=', false)
    .where('deleted_at', 'is', null)
    .where('is_service', '=', false)

/** Locks the people who may sign in for a company, whichever of theirs it is. */
export const lockPeopleIn = (tx: Transaction, idcomp: number) =>
  tx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', openIn(tx, idcomp).select(signerOf.as('id')))
    .orderBy('id')
    .forUpdate()
    .execute()

/** Locks people in the order in which administrators and then the people of a company are locked. */
export const lockPeople = (tx: Transaction, ids: number[]) =>
  tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .orderBy('isAdmin', 'desc')
    .orderBy('id')
    .forUpdate()
    .execute()

/** Returns the accounts that may be used for a company, each with the one that its person signs in with. */
export const openAccountsIn = (tx: Transaction, idcomp: number) =>
  openIn(tx, idcomp)
    .select(['id', signerOf.as('person_id')])
    .orderBy('id')
    .execute()

/**
 * Returns the accounts in a company that are first again once it is shown, each with the account that its person signs in
 * with meanwhile, and locks the people.
 */
export const firstOnceShown = (tx: Transaction, idcomp: number) =>
  tx
    .selectFrom('users as account')
    .innerJoin('users as person', 'person.id', 'account.person_id')
    .select(['account.id', 'account.idcomp', 'person.id as person_id'])
    .where('account.idcomp', '=', idcomp)
    .where('account.first_when_shown', '=', true)
    .where('account.deleted_at', 'is', null)
    .where('person.deleted_at', 'is', null)
    .orderBy('person.id')
    .forUpdate()
    .execute()

/** Another company of the person stays their first one, whatever is shown again. */
export const forgetFirst = (tx: Transaction, person_id: number) =>
  tx
    .updateTable('users')
    .set({ first_when_shown: false })
    .where('person_id', '=', person_id)
    .where('first_when_shown', '=', true)
    .execute()

/** Locks and returns all administrators, so that two of them cannot remove each other at the same time. */
export async function lockAdministrators(tx: Transaction): Promise<number[]> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('isAdmin', '=', true)
    .where('is_blocked', '=', false)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

export const isLoginTaken = async (tx: Transaction, login: string, id: number): Promise<boolean> =>
  (await tx
    .selectFrom('users')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['login']), '=', login.toLowerCase()))
    .where('deleted_at', 'is', null)
    .where('id', '<>', id)
    .executeTakeFirst()) !== undefined

/** Locks and returns a member of staff by login. */
export const findStaff = (tx: Transaction, login: string) =>
  tx
    .selectFrom('users')
    .select(['id', 'isAdmin', 'is_blocked'])
    .where((eb) => eb(eb.fn('lower', ['login']), '=', login.toLowerCase()))
    .where('isRivc', '=', true)
    .where('is_service', '=', false)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Inserts a person. @returns the id */
export async function insertPerson(tx: Transaction, row: Insertable<DB['users']>): Promise<number> {
  const { id } = await tx.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Updates a person. @returns the new version */
export async function patchPerson(tx: Transaction, id: number, patch: Updateable<DB['users']>): Promise<number> {
  const { version } = await tx
    .updateTable('users')
    .set((eb) => ({ ...patch, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}
