import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import { statement } from '../../../platform/statement.ts'
import { companyNumbers } from '../../catalog/port.ts'
import { knowing } from '../../access/port.ts'
import { addressees, type Ids } from './letters.ts'
import { oneOf } from '../../../platform/sql.ts'

const requestBy = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('shared_requests as q')
    .innerJoin('shared_companies as c', 'c.idcomp', 'q.idcomp')
    .select(['q.id', 'q.e_title', 'q.idcomp', 'c.namecomp'])
    .where('q.id', '=', id)
    .where('q.deleted_at', 'is', null),
)

/** A request with the data that letters about its conversation need. */
export async function requestAround(db: Db, id: number) {
  const found = await requestBy.first(db, { id })
  if (!found) return found
  const namecomp = found.namecomp + (await companyNumbers(db))(found.idcomp)
  return { ...found, namecomp, companies: await knowing(db, 'request', id) }
}

export type RequestAround = NonNullable<Awaited<ReturnType<typeof requestAround>>>

/** Entries of a conversation that were not withdrawn meanwhile, oldest first. */
export const wordsOf = statement((db, { ids }: Ids) =>
  db
    .selectFrom('shared_entries as e')
    .innerJoin('shared_users as u', 'u.id', 'e.author_id')
    .select(['e.id', 'e.text', 'e.internal', 'e.author_id', 'u.name', 'e.thread_id'])
    .where('e.id', '=', oneOf(ids))
    .where('e.withdrawn_at', 'is', null)
    .orderBy('e.id'),
)

const followers = statement(
  (_, { id, ids }: Ids & Pick<RequestAround, 'id'>) => sql<{ id: number }>`
    select own.user_id as id
    from (
      select user_id from shared_request_authors where request_id = ${id}
      union
      select user_id from watchers_for_letters where entity = 'request' and entity_id = ${id} and watches
      union
      select user_id from shared_entry_mentions where entry_id = any(${ids}::int[])
    ) as own
    where not exists (
      select from watchers_for_letters as left_it
      where left_it.entity = 'request' and left_it.entity_id = ${id} and left_it.user_id = own.user_id
        and not left_it.watches)
      and not exists (
        select from notice_settings_for_letters as settled
        where settled.user_id = own.user_id and settled.kind = 'talk' and not settled.letter)`,
)

/**
 * The people who get letters about a request's conversation: its author, its followers, those who have written, and
 * those mentioned in these entries, except people who no longer follow it or want no such letters.
 */
export async function followersOf(db: Db, { id }: RequestAround, entry_ids: number[]) {
  const people = await followers.all(db, { id, ids: entry_ids })
  return addressees.all(db, { ids: people.map((one) => one.id) })
}
