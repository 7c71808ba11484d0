import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import type { Hearer } from '../../../platform/person.ts'
import { statement } from '../../../platform/statement.ts'

/** Somebody who can get a letter about a thing, with what they have chosen about it. */
export interface Follower extends Hearer {
  id: number
  email: string
  /** The companies that may see the thing now. */
  companies: number[]
  /** False: opted out of its news; null: has chosen nothing. */
  watches: boolean | null
  /** The kinds of notices they want no letters about. */
  muted: string[]
}

const followers = statement(
  (_, { id, ids }: { id: number; ids: number[] }, { entity }: { entity: string }) => sql<Follower>`
    select u.id, u.email, u."isRivc", u.idcomp, u.can_enter_registry, t.companies, w.watches,
      array(
        select settled.kind from notice_settings_for_letters as settled
        where settled.user_id = u.id and not settled.letter) as muted
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

const listed = statement(
  (_, { id, idcomp }: { id: number; idcomp: number }, { entity }: { entity: string }) => sql<{ release_id: number }>`
    select n.release_id from shared_not_publishing_list as n
    where n.idcomp = ${idcomp} and n.release_id = case ${sql.lit(entity)}
      when 'release' then ${id}::int
      when 'agreement' then (select a.release_id from shared_agreements as a where a.id = ${id}::int) end`,
)

/** Whether the release of a thing is not published for a company: then nothing is written to it about that release. */
export const isListed = async (
  db: Db,
  { entity, entity_id: id }: { entity: string; entity_id: number },
  idcomp: number,
): Promise<boolean> => (await listed.first(db, { id, idcomp }, { entity })) !== undefined
