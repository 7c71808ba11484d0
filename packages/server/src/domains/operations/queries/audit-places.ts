import { sql } from 'kysely'
import type { audit } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { holding, isKnown, kindsOf, narrowed, ofPeople } from './audit-filter.ts'

const LATEST = sql`order by h.at desc, h.id desc`

/** The latest matching records of each kind or of each person, each read from an index. */
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
 * One page without words, latest first. The latest of each kind or person are merged and cut to a page, so the last
 * page of a long log is as quick as the first.
 */
const page = (query: audit.AuditQuery, limit: number) =>
  sql<Place>`select h.id, h.at from ${latestOfEach(query, limit)} ${LATEST} limit ${sql.lit(limit)}`

/** How many of the latest records of each kind or person are searched for words. */
const READ = 2000

/**
 * The latest records with the words among those that are searched. For a source with more records than that, nothing
 * older is known, so nothing older is returned of the others either.
 */
const pageOfLatest = (query: audit.AuditQuery, words: string, limit: number) => sql<Place>`
  with h as materialized (
    select source, h.id, h.at, ${holding(words)} as holds from ${latestOfEach(query, READ)}),
  oldest as (select min(at) as at from h group by source having count(*) = ${sql.lit(READ)})
  select id, at from h
  where holds and at >= coalesce((select max(at) from oldest), '-infinity') ${LATEST} limit ${sql.lit(limit)}`

/** All records with the words, found by whatever index is best and sorted afterwards: good for rare words. */
const pageOfFound = (query: audit.AuditQuery, words: string, limit: number) => sql<Place>`
  with h as materialized (
    select h.id, h.at from shared_history as h
    where h.entity = any(${kindsOf(query)}::text[]) and ${narrowed(query)} and ${ofPeople(query)} and ${holding(words)})
  select id, at from h ${LATEST} limit ${sql.lit(limit)}`

/** The ids and times of the records of one page, latest first. */
export async function placesOf(db: Db, query: audit.AuditQuery, limit: number): Promise<Place[]> {
  const words = query.search_string?.trim()
  if (!words) return (await page(query, limit).execute(db)).rows
  const { rows: latest } = await pageOfLatest(query, words, limit).execute(db)
  if (latest.length === limit || !isKnown(words)) return latest
  return (await pageOfFound(query, words, limit).execute(db)).rows
}
