import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import type { Hearer } from '../../../platform/person.ts'
import { statement } from '../../../platform/statement.ts'
import type { Chosen } from '../rules.ts'

/** Somebody who can get a letter about a thing, with what they have chosen about it. */
export interface Follower extends Hearer, Chosen {
  id: number
  email: string
  /** The companies that may see the thing now. */
  companies: number[]
}

const MUTED = sql`array(
  select settled.kind from notice_settings_for_letters as settled
  where settled.user_id = u.id and not settled.letter)`

const followers = statement(
  (_, { id, ids }: { id: number; ids: number[] }, { entity }: { entity: string }) => sql<Follower>`
    select u.id, u.email, u."isRivc", u."isAdmin", u.idcomp, u.can_enter_registry, t.companies, w.watches,
      ${MUTED} as muted
    from told_things_for_letters as t
    join shared_users as u on u.id = any(${ids}::int[])
      and u.email is not null and not u.is_blocked and u.deleted_at is null
    left join watchers_for_letters as w
      on w.entity = ${sql.lit(entity)} and w.entity_id = t.entity_id and w.user_id = u.id
    where t.entity = ${sql.lit(entity)} and t.entity_id = ${id}`,
)

/** Those of the people who can get a letter about the thing now; nobody if it was deleted. */
export async function followersNow(
  db: Db,
  { entity, entity_id: id }: { entity: string; entity_id: number },
  ids: number[],
): Promise<Map<number, Follower>> {
  const rows = await followers.all(db, { id, ids }, { entity })
  return new Map(rows.map((follower) => [follower.id, follower]))
}

/** What a person has chosen by now, also about a thing that was deleted. */
export const chosenOf = statement(
  (_, { entity, entity_id, user_id }: { entity: string; entity_id: number; user_id: number }) => sql<Chosen>`
    select w.watches, ${MUTED} as muted
    from shared_users as u
    left join watchers_for_letters as w
      on w.entity = ${entity}::text and w.entity_id = ${entity_id}::int and w.user_id = u.id
    where u.id = ${user_id}::int`,
)

/** SQL: the release of a thing is on the not-publishing list for a company. */
export const isNotPublished = (
  of: Record<'entity' | 'entity_id' | 'idcomp', RawBuilder<unknown>>,
) => sql<boolean>`exists (
  select from shared_not_publishing_list as listed
  where listed.idcomp = ${of.idcomp} and listed.release_id = case ${of.entity}
    when 'release' then ${of.entity_id}
    when 'agreement' then (select a.release_id from shared_agreements as a where a.id = ${of.entity_id}) end)`

const listed = statement(
  (_, { id, idcomp }: { id: number; idcomp: number }, { entity }: { entity: string }) => sql<{ is_listed: boolean }>`
    select ${isNotPublished({ entity: sql.lit(entity), entity_id: sql`${id}::int`, idcomp: sql`${idcomp}::int` })} as is_listed`,
)

/** Whether the release of a thing is not published for a company: then nothing is written to it about that release. */
export const isListed = async (
  db: Db,
  { entity, entity_id: id }: { entity: string; entity_id: number },
  idcomp: number,
): Promise<boolean> => (await listed.one(db, { id, idcomp }, { entity })).is_listed
