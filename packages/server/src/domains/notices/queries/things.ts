import { sql } from 'kysely'
import type { notices } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import type { Hearer } from '../../../platform/person.ts'
import { statement } from '../../../platform/statement.ts'
import { oneOf } from '../../../platform/sql.ts'

/** A thing that notices are about; deleted ones are not found. */
export interface Thing {
  entity: string
  entity_id: number
  title: string
  release_id: number | null
  companies: number[]
}

// Only release_id of the view can be null, but the database cannot declare that.
const COLUMNS = [
  sql<string>`t.entity`.as('entity'),
  sql<number>`t.entity_id`.as('entity_id'),
  sql<string>`t.title`.as('title'),
  't.release_id',
  sql<number[]>`t.companies`.as('companies'),
] as const

const things = statement((db, { ids }: { ids: number[] }, { entity }: { entity: string }) =>
  db
    .selectFrom('told_things as t')
    .select(COLUMNS)
    .where('t.entity', '=', sql.lit(entity))
    .where('t.entity_id', '=', oneOf(ids)),
)

export const thingsOf = (db: Db, entity: string, ids: number[]): Promise<Thing[]> => things.all(db, { ids }, { entity })

/** Somebody whom a thing concerns, and in which roles. */
export interface Party extends Hearer {
  id: number
  entity_id: number
  name: string
  email: string | null
  roles: notices.Reason[]
  /** False: opted out of news that would concern them; null: has chosen nothing. */
  watches: boolean | null
}

/** A person that an event concerns in addition to those whom the thing concerns anyway. */
export interface NamedPerson {
  entity_id: number
  user_id: number
  role: notices.Reason
}

const parties = statement(
  (_, { ids, named }: { ids: number[]; named: string }, { entity }: { entity: string }) => sql<Party>`
    select own.entity_id, u.id, u.name, u.email, u."isRivc", u."isAdmin", u.idcomp, u.can_enter_registry, own.roles, w.watches
    from (
      select entity_id, user_id, array_agg(distinct role) as roles
      from (
        select entity_id, user_id, role from thing_people
        where entity = ${sql.lit(entity)} and entity_id = any(${ids}::int[])
        union all
        select entity_id, user_id, 'watching' from watchers
        where entity = ${sql.lit(entity)} and entity_id = any(${ids}::int[]) and watches
        union all
        select entity_id, user_id, role
        from jsonb_to_recordset(${named}::jsonb) as named(entity_id int, user_id int, role text)
      ) as every_part
      group by entity_id, user_id
    ) as own
    join shared_users as u on u.id = own.user_id and not u.is_blocked and u.deleted_at is null and not u.is_service
    left join watchers as w on w.entity = ${sql.lit(entity)} and w.entity_id = own.entity_id and w.user_id = u.id
    order by u.name, u.id`,
)

/** Everybody that these things concern, without blocked and deleted people. */
export const partiesOf = (db: Db, entity: string, ids: number[], named: NamedPerson[] = []): Promise<Party[]> =>
  parties.all(db, { ids, named: JSON.stringify(named) }, { entity })
