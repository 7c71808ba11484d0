import { sql } from 'kysely'
import { statement } from '../../../../platform/statement.ts'

/** One of a person's accounts. */
export interface Account {
  id: number
  name: string
  /** Null for staff. */
  idcomp: number | null
}

const samePerson = sql<boolean>`coalesce(u.person_id, u.id) = coalesce(given.person_id, given.id)`

/** The accounts of the person who has this one, if they are not blocked. */
export const accountsOf = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('shared_users as u')
    .innerJoin('shared_users as given', (on) => on.on(samePerson))
    .select(['u.id', 'u.name', 'u.idcomp'])
    .where('given.id', '=', id)
    .where('u.is_service', '=', false)
    .where('u.deleted_at', 'is', null),
)

/** A request that a name is connected with. */
export interface Concerned {
  id: number
  idcomp: number
  /** Whether its author changes. */
  is_authors: boolean
}

interface Naming {
  source: string
  name: string
  bare: string | null
  /** The person's accounts, as JSON of `Account[]`. */
  own: string
  /** The account for companies in which the person has none; null if the name belongs to nobody here. */
  chosen: number | null
  after: number
  limit: number
}

/** The requests of a source that a name has written, unless they are the person's already, or commented on. */
export const requestsNaming = statement(
  (_, { source, name, bare, own, chosen, after, limit }: Naming) => sql<Concerned>`
    select q.id, q.idcomp, authorship.is_authors
    from requests as q
    join imported_rows as i on i.request_id = q.id
    cross join lateral (select coalesce(i."row" -> 'origin' ->> 'author' = ${name}
      and (i."row" ->> 'author_id')::int is distinct from coalesce(
        (select own.id from jsonb_to_recordset(${own}::jsonb) as own(id int, idcomp int)
          where own.idcomp = q.idcomp), ${chosen}::int), false) as is_authors) as authorship
    where q.source = ${source} and q.id > ${after} and (authorship.is_authors or exists (
      select from shared_threads as t
      join shared_entries as e on e.thread_id = t.id
      where t.request_id = q.id and t.kind = 'talk' and coalesce(e.imported_as, e.imported_name) = ${bare}::text))
    order by q.id limit ${limit}`,
  { planned: 'each time' },
)
