import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import type { Hearer } from '../../../platform/person.ts'
import { statement } from '../../../platform/statement.ts'
import { DAILY_LETTER, PARTING } from '../rules.ts'
import { isNotPublished } from './followers.ts'

/** A notice as its person may read it now. */
interface Noticed extends Hearer {
  id: number
  text: string
  title: string
  entity: string
  /** The companies that may see its thing. */
  companies: number[]
}

/** The reader has turned off what the daily letter says of this kind, or follows the thing of `n` no more. */
const isUnwanted = sql`(
  exists (
    select from notice_settings_for_letters as chosen
    where chosen.user_id = n.user_id and chosen.kind = n.kind and not chosen.digest)
  or n.is_direct = false and exists (
    select from watchers_for_letters as left_it
    where left_it.entity = n.entity and left_it.entity_id = n.entity_id and left_it.user_id = n.user_id
      and not left_it.watches))`

/** Nothing is written to a company about a release that it does not get, but that its question was withdrawn. */
const isLeftOut = sql`(
  ${isNotPublished({ entity: sql`n.entity`, entity_id: sql`n.entity_id`, idcomp: sql`u.idcomp` })}
  and coalesce((select e.kind from shared_events as e where e.id = n.event_id), '') <> all(${sql.lit(`{${[...PARTING].join()}}`)}::text[]))`

/**
 * Those of a person's notices that they have not read yet and still want, newest first. Each looks up its own thing: the
 * view of all of them would be read whole.
 */
export const unreadOf = statement(
  (_, { ids, user_id }: { ids: number[]; user_id: number }) => sql<Noticed>`
    select n.id, n.text, t.title, n.entity, t.companies, u."isRivc", u."isAdmin", u.idcomp, u.can_enter_registry
    from notices_for_letters as n
    join shared_users as u on u.id = n.user_id
    join lateral (
      select title, companies from told_things_for_letters as thing
      where thing.entity = n.entity and thing.entity_id = n.entity_id limit 1) as t on true
    where n.id = any(${ids}::int[]) and n.user_id = ${user_id} and n.read_at is null
      and not coalesce(${isUnwanted}, false) and not ${isLeftOut}
    order by n.id desc`,
)

const daily = statement((db, { user_id, since }: { user_id: number; since: string }) =>
  db
    .selectFrom('shared_deliveries as d')
    .innerJoin('letters as l', 'l.id', 'd.letter_id')
    .select(['l.id', 'l.notice_ids', 'd.state', 'd.needless'])
    .where('d.entity', '=', 'notice')
    .where('d.entity_id', '=', user_id)
    .where('d.at', '>', since)
    .where('l.kind', '=', DAILY_LETTER),
)

/**
 * The notices that only daily letters have listed that were never sent and will not be, unless a person repeats them.
 * @param since ISO 8601: letters from before are not looked at
 */
export async function unheardOf(db: Db, user_id: number, since: string): Promise<number[]> {
  const letters = await daily.all(db, { user_id, since })
  const listed = (isLost: boolean) =>
    letters.flatMap(({ notice_ids, state, needless }) =>
      isLost === (state === 'failed') && !(isLost && needless) ? (notice_ids ?? []) : [],
    )
  const heard = new Set(listed(false))
  return listed(true).filter((id) => !heard.has(id))
}

/** The notices that a later daily letter than this one has listed to the person, or will. */
export async function listedLater(db: Db, { user_id, letter_id, since }: Later): Promise<Set<number>> {
  const letters = await daily.all(db, { user_id, since })
  const later = letters.filter(({ id, state }) => id > letter_id && state !== 'failed')
  return new Set(later.flatMap(({ notice_ids }) => notice_ids ?? []))
}
interface Later {
  user_id: number
  letter_id: number
  /** When the letter was written, ISO 8601. */
  since: string
}
