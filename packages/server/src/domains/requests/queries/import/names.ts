import { sql } from 'kysely'
import { statement } from '../../../../platform/statement.ts'

/** A name in a source, with the requests that name it. */
export interface RequestsOfName {
  /** In full, as in the files. */
  name: string
  requests: number
  assigned: number
  /** The account it is joined with; null if there is none. */
  user_id: number | null
}

interface CommentsOfName {
  name: string
  comments: number
  user_id: number | null
}

/** The most names of one source that are read. */
const MOST_NAMES = 20_000
const MOST_SOURCES = 1000
/** The most accounts that names are compared with. */
const MOST_ACCOUNTS = 5000

/** The sources of requests, found by skipping through their index. */
export const sourcesIn = statement(
  () => sql<{ source: string }>`
    with recursive known as (
      select min(source) as source from requests where source is not null
      union all
      select (select min(q.source) from requests as q where q.source > known.source) from known where known.source is not null
    )
    select source from known where source is not null order by lower(source), source limit ${MOST_SOURCES}`,
)

/** The authors and assignees of the requests of a source, as its files named them. */
export const namesOfRequests = statement(
  (_, { source }: { source: string }) => sql<RequestsOfName>`
    select mention.name, count(*) filter (where mention.is_author)::int as requests,
      count(*) filter (where not mention.is_author)::int as assigned,
      coalesce(max(mention.author_id) filter (where mention.is_author), max(chosen.choice)) as user_id
    from requests as q
    join imported_rows as i on i.request_id = q.id
    cross join lateral (values
      (i."row" -> 'origin' ->> 'author', true, (i."row" ->> 'author_id')::int),
      (i."row" -> 'origin' ->> 'assignee', false, null)) as mention(name, is_author, author_id)
    left join import_values as chosen
      on chosen.source = q.source and chosen.field = 'author' and chosen.word = mention.name
    where q.source = ${source} and mention.name is not null
    group by mention.name order by count(*) desc, mention.name limit ${MOST_NAMES}`,
  { planned: 'each time' },
)

/** The authors of comments on the requests of a source. Comments without a name carry the name of the source. */
export const namesOfComments = statement(
  (_, { source }: { source: string }) => sql<CommentsOfName>`
    select coalesce(e.imported_as, e.imported_name) as name, count(*)::int as comments,
      max(e.author_id) filter (where e.imported_as is not null) as user_id
    from requests as q
    join shared_threads as t on t.request_id = q.id and t.kind = 'talk'
    join shared_entries as e on e.thread_id = t.id
    where q.source = ${source} and e.imported_name <> ${source}
      and (e.imported_as is not null
        or e.imported_name <> (select u.name from shared_users as u where u.id = e.author_id))
    group by 1 order by 2 desc, 1 limit ${MOST_NAMES}`,
  { planned: 'each time' },
)

/** The people whom names without an account may belong to. */
export const accountsToCompare = statement((db) =>
  db
    .selectFrom('shared_users as u')
    .select(['u.id', 'u.name'])
    .where('u.is_service', '=', false)
    .where('u.deleted_at', 'is', null)
    .where('u.person_id', 'is', null)
    .orderBy('u.name')
    .limit(MOST_ACCOUNTS),
)
