import { sql, type SqlBool } from 'kysely'
import type { deleted, QueryOf } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { numberIn } from '../../../platform/text/number-in.ts'
import { offsetOf, toPage } from '../../../platform/page.ts'
import { containing, foldedName, matchesPattern } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'

type Query = QueryOf<typeof deleted.list>

/** Everything that is deleted, with the title people know it by. */
const hidden = sql<{ entity: deleted.DeletedEntity; entity_id: number; title: string; deleted_at: string }>`(
  select 'release' as entity, id as entity_id, title, deleted_at from shared_releases as releases where deleted_at is not null
  union all
  select 'agreement', a.id, r.title || ' – ' || c.namecomp, a.deleted_at
    from shared_agreements as a join shared_releases as r on r.id = a.release_id join shared_companies as c on c.idcomp = a.company_id
    where a.deleted_at is not null
  union all
  select 'request', id, e_title, deleted_at from shared_requests as requests where deleted_at is not null
  union all
  select 'publication', p.id, coalesce((select string_agg(r.title, ', ' order by item.idx)
      from shared_publication_releases as item join shared_releases as r on r.id = item.release_id where item.publication_id = p.id), ''),
    p.deleted_at
    from shared_publications as p where p.deleted_at is not null
  union all
  select 'registry_entry', id, number || ' ' || title, deleted_at from shared_registry_entries as registry_entries where deleted_at is not null)`

/** The person who deleted it last: recorded as `deleted_at` for a release and as `live` for an agreement. */
const actor = sql<{ id: number; name: string } | null>`(
  select jsonb_build_object('id', u.id, 'name', u.name) from shared_history as h join shared_users as u on u.id = h.user_id
  where h.entity = gone.entity and h.entity_id = gone.entity_id and h.field in ('deleted_at', 'live')
  order by h.id desc limit 1)`

/** The filters of a query; null where one is not used. */
export function matchingOf({ entity, search_string }: Pick<Query, 'entity' | 'search_string'>) {
  const text = search_string?.trim() ?? ''
  return { entity: entity === 'all' ? null : entity, pattern: text ? containing(text) : null, number: numberIn(text) }
}
type Filters = ReturnType<typeof matchingOf>

const filtered = (db: Db, { entity, pattern, number }: Filters) =>
  db
    .selectFrom(hidden.as('gone'))
    .$if(entity !== null, (all) => all.where(sql<SqlBool>`gone.entity = ${entity}`))
    .$if(pattern !== null, (all) =>
      all.where(
        sql<SqlBool>`(${matchesPattern(foldedName(sql.ref('gone.title')), pattern ?? '')} or gone.entity_id = ${number}::int)`,
      ),
    )

/** A row's number in the list, which is its id there: things of different kinds share their ids. */
const place = sql<number>`row_number() over (order by gone.deleted_at desc, gone.entity, gone.entity_id)`

const pageOf = statement(
  (db, { filters, limit, skipped }: { filters: Filters; limit: number; skipped: number }) =>
    filtered(db, filters)
      .select(['gone.entity', 'gone.entity_id', 'gone.title', 'gone.deleted_at'])
      .select([place.as('id'), actor.as('user')])
      .orderBy('id')
      .limit(limit)
      .offset(skipped),
  { planned: 'each time' },
)

const countOf = statement(
  (db, filters: Filters) => filtered(db, filters).select(({ fn }) => fn.countAll<number>().as('total')),
  { planned: 'each time' },
)

/** Counts all matching things. */
export const totalOf = async (db: Db, filters: Filters): Promise<number> => (await countOf.one(db, filters)).total

/** Selects the places of all matching things in the list, not only of a page. */
export const deletedInOrder = (db: Db, filters: Filters) => filtered(db, filters).select(place.as('id')).orderBy('id')

/** Returns the rows in some consecutive places of the list. */
export const deletedRows = (db: Db, filters: Filters, places: number[]): Promise<deleted.DeletedRow[]> =>
  pageOf.all(db, { filters, limit: places.length, skipped: (places[0] ?? 1) - 1 })

/** A page of deleted things, latest first. */
export async function listDeleted(db: Db, query: Query) {
  const filters = matchingOf(query)
  const [rows, total] = await Promise.all([
    pageOf.all(db, { filters, limit: query.per_page, skipped: offsetOf(query) }),
    totalOf(db, filters),
  ])
  return toPage(query, total, rows)
}
