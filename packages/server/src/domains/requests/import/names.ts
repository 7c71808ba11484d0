import { sql } from 'kysely'
import { requests, type Ref } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { personNames } from '../../catalog/port.ts'
import { nearest } from './likeness.ts'
import { withoutAccount } from './origin.ts'

/** A person's name in a source, with how much it has here. */
export interface Named {
  /** In full, as in the files. */
  name: string
  requests: number
  assigned: number
  comments: number
  /** The account it is joined with; null if there is none. */
  user_id: number | null
}

/** The most names of one source that are read. */
const MOST_NAMES = 20_000
const MOST_SOURCES = 1000
/** The most names that similar accounts are searched for. */
const MOST_ALIKE = 200

/** The sources of requests, found by skipping through their index. */
async function sourcesIn(db: Db): Promise<string[]> {
  const { rows } = await sql<{ source: string }>`
    with recursive known as (
      select min(source) as source from requests where source is not null
      union all
      select (select min(q.source) from requests as q where q.source > known.source) from known where known.source is not null
    )
    select source from known where source is not null order by lower(source), source limit ${MOST_SOURCES}`.execute(db)
  return rows.map(({ source }) => source)
}

/** The authors and assignees of the requests of a source, as its files named them. */
const ofRequests = async (db: Db, source: string) =>
  (
    await sql<Omit<Named, 'comments'>>`
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
      group by mention.name order by count(*) desc, mention.name limit ${MOST_NAMES}`.execute(db)
  ).rows

/** The authors of comments on the requests of a source. Comments without a name carry the name of the source. */
const ofComments = async (db: Db, source: string) =>
  (
    await sql<Pick<Named, 'name' | 'comments' | 'user_id'>>`
      select coalesce(e.imported_as, e.imported_name) as name, count(*)::int as comments,
        max(e.author_id) filter (where e.imported_as is not null) as user_id
      from requests as q
      join shared_threads as t on t.request_id = q.id and t.kind = 'talk'
      join shared_entries as e on e.thread_id = t.id
      where q.source = ${source} and e.imported_name <> ${source}
        and (e.imported_as is not null
          or e.imported_name <> (select u.name from shared_users as u where u.id = e.author_id))
      group by 1 order by 2 desc, 1 limit ${MOST_NAMES}`.execute(db)
  ).rows

/**
 * Everybody that a source names. A comment stores its author without what leads to an account, so it is matched with
 * the requests' names if only one of them has that name.
 */
export async function peopleIn(db: Db, source: string): Promise<Named[]> {
  const [written, commented] = await Promise.all([ofRequests(db, source), ofComments(db, source)])
  const bare = Map.groupBy(written, ({ name }) => withoutAccount(name))
  const own = commented.filter(({ name }) => bare.get(name)?.length !== 1)
  const ofComment = new Map(commented.map((one) => [one.name, one]))
  const named = written.map((one): Named => {
    const name = withoutAccount(one.name)
    const words = bare.get(name)?.length === 1 ? ofComment.get(name) : undefined
    return { ...one, comments: words?.comments ?? 0, user_id: one.user_id ?? words?.user_id ?? null }
  })
  return [...named, ...own.map((one): Named => ({ ...one, requests: 0, assigned: 0 }))]
}

const weight = ({ requests: all, assigned, comments }: Named) => all + assigned + comments

/** The people of a source, for joining them with accounts: those without an account first, then the most frequent. */
export async function namesOf(db: Db, wanted: string | undefined): Promise<requests.ImportedNames> {
  const sources = await sourcesIn(db)
  const source = wanted ?? sources[0] ?? null
  const all = source === null ? [] : await peopleIn(db, source)
  const shown = all
    .toSorted((a, b) => Number(a.user_id !== null) - Number(b.user_id !== null) || weight(b) - weight(a))
    .slice(0, requests.MAX_NAMED_PEOPLE)
  const here = await personNames(db, new Set(shown.flatMap(({ user_id }) => user_id ?? [])))
  const alike = await alikeTo(
    db,
    shown.filter(({ user_id }) => user_id === null),
  )
  const names = shown.map(({ user_id, ...one }) => ({
    ...one,
    user: user_id === null ? null : (here.get(user_id) ?? null),
    alike: alike.get(one.name) ?? null,
  }))
  return { sources, source, names, names_count: all.length }
}

async function alikeTo(db: Db, open: Named[]): Promise<Map<string, Ref>> {
  if (open.length === 0) return new Map()
  const people = await db
    .selectFrom('shared_users as u')
    .select(['u.id', 'u.name'])
    .where('u.is_service', '=', false)
    .where('u.deleted_at', 'is', null)
    .where('u.person_id', 'is', null)
    .orderBy('u.name')
    .limit(MOST_ALIKE_AMONG)
    .execute()
  const words = open.slice(0, MOST_ALIKE).map(({ name }) => name)
  const bare = new Map(words.map((name) => [withoutAccount(name), name]))
  const found = await nearest(db, [...bare.keys()], people)
  return new Map(found.map(([word, ref]) => [bare.get(word) ?? word, ref]))
}
const MOST_ALIKE_AMONG = 5000
