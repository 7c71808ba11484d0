import { sql } from 'kysely'
import type { Insertable, Updateable } from 'kysely'
import type { DB } from '../../platform/db-types.gen.ts'
import type { Transaction } from '../../platform/transaction.ts'
import type { MemberStep } from './rules/group.ts'

/** Locks the directory: its calls run one at a time, because the effect of a group depends on all of them. */
export const lockDirectory = (tx: Transaction) => sql`select pg_advisory_xact_lock(hashtext('scim'))`.execute(tx)

const FIELDS = ['id', 'user_id', 'external_id', 'user_name', 'attributes', 'active', 'version'] as const

export const personBy = (tx: Transaction, id: string) =>
  tx.selectFrom('scim_people').select(FIELDS).where('id', '=', id).where('gone_at', 'is', null).executeTakeFirst()
export type PersonRow = NonNullable<Awaited<ReturnType<typeof personBy>>>

export const insertScimPerson = (tx: Transaction, row: Insertable<DB['scim_people']>) =>
  tx.insertInto('scim_people').values(row).execute()

/** A person whom the directory manages has another account to sign in with. */
export const moveScimPerson = (tx: Transaction, from: number, to: number) =>
  tx.updateTable('scim_people').set({ user_id: to }).where('user_id', '=', from).execute()

export const updateScimPerson = (tx: Transaction, id: string, row: Updateable<DB['scim_people']>) =>
  tx.updateTable('scim_people').set(row).where('id', '=', id).execute()

/** Changes a person and increments the version that the directory sees. */
export const bumpPerson = (tx: Transaction, id: string, row: Updateable<DB['scim_people']>) =>
  tx
    .updateTable('scim_people')
    .set((eb) => ({ ...row, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

interface Keys {
  external_id: string | null
  user_name: string
}

/** A deleted person whom the directory creates again: found by its key, or by the login if one of them has no key. */
export const goneBy = (tx: Transaction, { external_id, user_name }: Keys) =>
  tx
    .selectFrom('scim_people')
    .select(['id', 'user_id', 'is_shut', 'has_entered'])
    .where('gone_at', 'is not', null)
    .where('user_id', 'is not', null)
    .where((eb) =>
      eb.or([
        ...(external_id === null ? [] : [eb('external_id', '=', external_id)]),
        eb.and([
          eb(eb.fn('lower', ['user_name']), '=', user_name.toLowerCase()),
          ...(external_id === null ? [] : [eb('external_id', 'is', null)]),
        ]),
      ]),
    )
    .orderBy('gone_at', 'desc')
    .executeTakeFirst()

/** The account of a person who was deleted from the directory and still has this login. */
export const goneWithLogin = (tx: Transaction, login: string) =>
  tx
    .selectFrom('shared_users as u')
    .innerJoin('scim_people as p', 'p.user_id', 'u.id')
    .select(['u.id', 'u.login', 'u.name', 'u.email', 'u.idcomp'])
    .where('p.gone_at', 'is not', null)
    .where(sql<boolean>`lower(u.login) = ${login.toLowerCase()}`)
    .executeTakeFirst()

/** The accounts with this login or address that the directory does not manage. */
export const localAccounts = (tx: Transaction, { login, email }: { login: string; email: string | null }) =>
  tx
    .selectFrom('shared_users as u')
    .select(['u.id', 'u.login', 'u.email'])
    .where('u.deleted_at', 'is', null)
    .where('u.is_service', '=', false)
    .where('u.person_id', 'is', null)
    .where(sql<boolean>`not exists (select from scim_people as p where p.user_id = u.id)`)
    .where((eb) =>
      eb.or([
        eb(eb.fn('lower', ['u.login']), '=', login.toLowerCase()),
        ...(email === null ? [] : [eb(eb.fn('lower', ['u.email']), '=', email.toLowerCase())]),
      ]),
    )
    .orderBy('u.id')
    .limit(10)
    .execute()

/** The accounts that these people have, deleted people included. */
export async function accountsOf(tx: Transaction, ids: string[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('scim_people')
    .select('user_id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return rows.flatMap(({ user_id }) => user_id ?? [])
}

/** The companies that the people with these accounts belong to, further ones included. */
export async function companiesOf(tx: Transaction, accounts: number[]): Promise<number[]> {
  const any = sql<number>`any(${accounts}::int[])`
  const rows = await tx
    .selectFrom('shared_users')
    .select('idcomp')
    .distinct()
    .where((eb) => eb.or([eb('id', '=', any), eb('person_id', '=', any)]))
    .where('idcomp', 'is not', null)
    .execute()
  return rows.flatMap(({ idcomp }) => idcomp ?? [])
}

/** The data that decides what the accounts of these people should be, deleted people included. */
export const peopleToSettle = (tx: Transaction, ids: string[]) =>
  tx
    .selectFrom('scim_people as p')
    .leftJoin('shared_users as u', 'u.id', 'p.user_id')
    .select(['p.id', 'p.user_id', 'p.user_name', 'p.attributes', 'p.active', 'p.has_entered', 'p.is_shut', 'p.is_out'])
    .select(['p.problem', 'p.gone_at', 'p.external_id'])
    .select(['u.login', 'u.name', 'u.email', 'u.isRivc', 'u.isAdmin', 'u.idcomp'])
    .select(['u.is_blocked', 'u.can_enter_registry', 'u.can_create_registry', 'u.can_edit_calendar'])
    .select(
      sql<string[]>`coalesce((select array_agg(g.display_name) from scim_members as m
        join scim_groups as g on g.id = m.group_id where m.person_id = p.id), '{}')`.as('groups'),
    )
    .select(
      sql<boolean>`exists (select from shared_users as other where lower(other.login) = lower(p.user_name)
        and other.deleted_at is null and other.id is distinct from p.user_id)`.as('is_login_held'),
    )
    .where('p.id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('p.id')
    .execute()
export type ToSettle = Awaited<ReturnType<typeof peopleToSettle>>[number]

/** What has changed: an account, or which companies there are. */
export interface Change {
  account?: number
  company?: boolean
}

/** Whether the change may have ended what prevented somebody's rights. */
export async function isAnybodyFreed(tx: Transaction, { account = 0, company = false }: Change): Promise<boolean> {
  const { rows } = await sql`
    select from scim_people as p where p.gone_at is null and case p.problem
      when 'no_company' then ${company}::boolean
      when 'further' then exists (select from shared_users as changed
        where changed.id = ${account}::int and p.user_id in (changed.id, changed.person_id))
      when 'login_taken' then ${account}::int > 0 and not exists (select from shared_users as other
        where lower(other.login) = lower(p.user_name) and other.deleted_at is null and other.id is distinct from p.user_id)
      else false end
    limit 1`.execute(tx)
  return rows.length > 0
}

/** Everybody whose rights something prevents, of those who are in the directory. */
export async function preventedPeople(tx: Transaction): Promise<string[]> {
  const rows = await tx
    .selectFrom('scim_people')
    .select('id')
    .where('problem', 'is not', null)
    .where('gone_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** The people who are in the directory, by id, after the given one. */
export async function presentPeople(tx: Transaction, { after, limit }: { after: string | null; limit: number }) {
  const rows = await tx
    .selectFrom('scim_people')
    .select('id')
    .where('gone_at', 'is', null)
    .$if(after !== null, (all) => all.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export const groupBy = (tx: Transaction, id: string) =>
  tx
    .selectFrom('scim_groups')
    .select(['id', 'external_id', 'display_name', 'version'])
    .where('id', '=', id)
    .executeTakeFirst()

export const insertGroup = (tx: Transaction, row: Insertable<DB['scim_groups']>) =>
  tx.insertInto('scim_groups').values(row).execute()

export const bumpGroup = (tx: Transaction, id: string, row: Updateable<DB['scim_groups']>) =>
  tx
    .updateTable('scim_groups')
    .set((eb) => ({ ...row, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

export const removeGroup = (tx: Transaction, id: string) => tx.deleteFrom('scim_groups').where('id', '=', id).execute()

export async function membersOf(tx: Transaction, group_id: string): Promise<string[]> {
  const rows = await tx.selectFrom('scim_members').select('person_id').where('group_id', '=', group_id).execute()
  return rows.map(({ person_id }) => person_id)
}

/** Which of these people the directory has created. */
export async function knownOf(tx: Transaction, ids: string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('scim_people')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('gone_at', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** @returns the people whose membership has changed */
export async function changeMembers(tx: Transaction, group_id: string, { kind, ids }: MemberStep): Promise<string[]> {
  const removed =
    kind === 'add'
      ? []
      : await tx
          .deleteFrom('scim_members')
          .where('group_id', '=', group_id)
          .where(
            'person_id',
            kind === 'remove' ? '=' : '<>',
            kind === 'remove' ? sql<string>`any(${ids}::uuid[])` : sql<string>`all(${ids}::uuid[])`,
          )
          .returning('person_id')
          .execute()
  const added =
    kind === 'remove'
      ? []
      : await tx
          .insertInto('scim_members')
          .columns(['group_id', 'person_id'])
          .expression(sql`select ${group_id}::uuid, one from unnest(${ids}::uuid[]) as one`)
          .onConflict((conflict) => conflict.doNothing())
          .returning('person_id')
          .execute()
  return [...removed, ...added].map(({ person_id }) => person_id)
}

export const leaveGroups = (tx: Transaction, person_id: string) =>
  tx.deleteFrom('scim_members').where('person_id', '=', person_id).execute()
