import { sql } from 'kysely'
import type { Hearer } from '../../../platform/person.ts'
import { statement } from '../../../platform/statement.ts'

/** A notice as its person may read it now. */
interface Noticed extends Hearer {
  text: string
  title: string
  entity: string
  /** The companies that may see its thing. */
  companies: number[]
}

/**
 * Those of a person's notices that they have not read yet, newest first. Each looks up its own thing: the view of all of
 * them would be read whole.
 */
export const unreadOf = statement(
  (_, { ids, user_id }: { ids: number[]; user_id: number }) => sql<Noticed>`
    select n.text, t.title, n.entity, t.companies, u."isRivc", u.idcomp, u.can_enter_registry
    from notices_for_letters as n
    join shared_users as u on u.id = n.user_id
    join lateral (
      select title, companies from told_things_for_letters as thing
      where thing.entity = n.entity and thing.entity_id = n.entity_id limit 1) as t on true
    where n.id = any(${ids}::int[]) and n.user_id = ${user_id} and n.read_at is null
    order by n.id desc`,
)
