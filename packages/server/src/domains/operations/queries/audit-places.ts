import { sql } from 'kysely'
import type { audit } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { holding, isKnown, kindsOf, narrowed, ofPeople } from './audit-filter.ts'

const LATEST = sql`order by h.at desc, h.id desc`

/** The latest so many of each kind, or of each person, that the filters leave; each by an index of its own. */
function latestOfEach(query: audit.AuditQuery, limit: number) {
  const { user_ids } = query
  const left = sql`${narrowed(query)} ${LATEST} limit ${sql.lit(limit)}`
  return user_ids.length > 0
    ? sql`unnest(${user_ids}::int[]) as source, lateral (
        select h.* from shared_history as h
        where h.user_id = source and h.entity = any(${kindsOf(query)}::text[]) and ${left}) as h`
    : sql`unnest(${kindsOf(query)}::text[]) as source, lateral (
        select h.* from shared_history as h where h.entity = source and ${left}) as h`
}

interface Place {
  id: number
  at: string
}

/**
 * One page without words, latest first. Each kind, or each person, gives its own latest, and the latest of those are
 * the page: as quick for the last page of a long log as for the first.
 */
const page = (query: audit.AuditQuery, limit: number) =>
  sql<Place>`select h.id, h.at from ${latestOfEach(query, limit)} ${LATEST} limit ${sql.lit(limit)}`

/** So many of the latest of each kind, or person, are read through for words. */
const READ = 2000

/**
 * The latest that hold the words among what is read through. Of a source that has more than that, nothing older is
 * known, and so nothing older is told of the others.
 */
const pageOfLatest = (query: audit.AuditQuery, words: string, limit: number) => sql<Place>`
  with h as materialized (
    select source, h.id, h.at, ${holding(words)} as holds from ${latestOfEach(query, READ)}),
  oldest as (select min(at) as at from h group by source having count(*) = ${sql.lit(READ)})
  select id, at from h
  where holds and at >= coalesce((select max(at) from oldest), '-infinity') ${LATEST} limit ${sql.lit(limit)}`

/** All that hold the words, found by whatever index is best and put in order afterwards: good for rare ones. */
const pageOfFound = (query: audit.AuditQuery, words: string, limit: number) => sql<Place>`
  with h as materialized (
    select h.id, h.at from shared_history as h
    where h.entity = any(${kindsOf(query)}::text[]) and ${narrowed(query)} and ${ofPeople(query)} and ${holding(words)})
  select id, at from h ${LATEST} limit ${sql.lit(limit)}`

/** Where the rows of one page stand, latest first. */
export async function placesOf(db: Db, query: audit.AuditQuery, limit: number): Promise<Place[]> {
  const words = query.search_string?.trim()
  if (!words) return (await page(query, limit).execute(db)).rows
  const { rows: latest } = await pageOfLatest(query, words, limit).execute(db)
  if (latest.length === limit || !isKnown(words)) return latest
  return (await pageOfFound(query, words, limit).execute(db)).rows
}
