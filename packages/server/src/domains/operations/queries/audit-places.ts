import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import { statement } from '../../../platform/statement.ts'
import { areKnown, holding, narrowed, ofPeople, type Filters } from './audit-filter.ts'

const LATEST = sql`order by h.at desc, h.id desc`

/** The latest matching records of each kind or of each person, each read from an index. */
function latestOfEach(filters: Filters, limit: number) {
  const { user_ids, kinds } = filters
  const left = sql`${narrowed(filters)} ${LATEST} limit ${limit}`
  return user_ids
    ? sql`unnest(${user_ids}::int[]) as source, lateral (
        select h.* from shared_history as h
        where h.user_id = source and h.entity = any(${kinds}::text[]) and ${left}) as h`
    : sql`unnest(${kinds}::text[]) as source, lateral (
        select h.* from shared_history as h where h.entity = source and ${left}) as h`
}

interface Place {
  id: number
  at: string
}

interface PageInput {
  filters: Filters
  limit: number
}

/**
 * One page without words, latest first. The latest of each kind or person are merged and cut to a page, so the last
 * page of a long log is as quick as the first.
 */
const page = statement(
  (_, { filters, limit }: PageInput) =>
    sql<Place>`select h.id, h.at from ${latestOfEach(filters, limit)} ${LATEST} limit ${limit}`,
  { planned: 'each time' },
)

/** How many of the latest records of each kind or person are searched for words. */
const READ = 2000

/**
 * The latest records with the words among those that are searched. For a source with more records than that, nothing
 * older is known, so nothing older is returned of the others either.
 */
const pageOfLatest = statement(
  (_, { filters, limit }: PageInput) => sql<Place>`
  with h as materialized (
    select source, h.id, h.at, ${holding(filters)} as holds from ${latestOfEach(filters, READ)}),
  oldest as (select min(at) as at from h group by source having count(*) = ${sql.lit(READ)})
  select id, at from h
  where holds and at >= coalesce((select max(at) from oldest), '-infinity') ${LATEST} limit ${limit}`,
  { planned: 'each time' },
)

/** All records with the words, found by whatever index is best and sorted afterwards: good for rare words. */
const pageOfFound = statement(
  (_, { filters, limit }: PageInput) => sql<Place>`
  with h as materialized (
    select h.id, h.at from shared_history as h
    where h.entity = any(${filters.kinds}::text[]) and ${narrowed(filters)} and ${ofPeople(filters)}
      and ${holding(filters)})
  select id, at from h ${LATEST} limit ${limit}`,
  { planned: 'each time' },
)

/** The ids and times of the records of one page, latest first. */
export async function placesOf(db: Db, filters: Filters, limit: number): Promise<Place[]> {
  if (!filters.words) return page.all(db, { filters, limit })
  const latest = await pageOfLatest.all(db, { filters, limit })
  return latest.length === limit || !areKnown(filters) ? latest : pageOfFound.all(db, { filters, limit })
}
