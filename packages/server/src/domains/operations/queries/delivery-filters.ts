import { sql, type Expression, type SqlBool } from 'kysely'
import { containing } from '../../../platform/sql.ts'
import type { OfDelivery } from '../../deliveries/port.ts'

export interface DeliveryFilters {
  kind: 'all' | 'mail' | 'ftp'
  client_ids: number[]
  search_string?: string | undefined
  /** Days of the last attempt, both included. */
  date_from?: string | undefined
  date_to?: string | undefined
}

/** The same expression as in the indexes of migration 0022. */
const folded = (column: string) => sql`translate(lower(${sql.ref(column)}), 'ё', 'е')`

const owner = sql<number>`(select u.idcomp from shared_users as u where lower(u.email) = lower(d.target)
  and u.deleted_at is null order by u.id limit 1)`
const isKnown = sql`exists (select from shared_users as u where lower(u.email) = lower(d.target) and u.deleted_at is null)`

/**
 * The company a delivery was for: that of a folder, that of the person with the address, or for an address without a
 * person the company of the agreement it was about. Null for the provider's people.
 */
export const companyOf = sql<number | null>`case
  when d.kind = 'ftp' then d.idcomp
  when ${isKnown} then ${owner}
  when d.entity = 'agreement' then (select a.company_id from shared_agreements as a where a.id = d.entity_id) end`

/** The reverse: the deliveries for these companies, found with sets that are computed once. */
const forCompanies = (ids: number[]) => sql<SqlBool>`(
  d.idcomp = any(${ids}::int[])
  or d.kind = 'mail' and lower(d.target) in (
    select lower(u.email) from shared_users as u where u.idcomp = any(${ids}::int[]) and u.deleted_at is null)
  or d.entity = 'agreement' and d.entity_id in (select a.id from shared_agreements as a where a.company_id = any(${ids}::int[]))
    and lower(d.target) not in (
      select lower(u.email) from shared_users as u where u.email is not null and u.deleted_at is null))`

/** Searches addresses, folders, subjects and file names; a union, so that each uses its index. */
const found = (words: string) => sql<SqlBool>`d.id in (
  select s.id from shared_deliveries as s where ${folded('s.target')} like ${words}
  union select s.id from shared_deliveries as s join shared_letters as l on l.id = s.letter_id where ${folded('l.subject')} like ${words}
  union select s.id from shared_deliveries as s join shared_files as f on f.id = s.file_id where ${folded('f.file_name')} like ${words})`

/** The condition of the filters, for any state. */
export function narrowed(eb: OfDelivery, filters: DeliveryFilters): Expression<SqlBool> {
  const { kind, client_ids, search_string, date_from, date_to } = filters
  return eb.and([
    ...(kind === 'all' ? [] : [eb('d.kind', '=', kind)]),
    ...(client_ids.length > 0 ? [forCompanies(client_ids)] : []),
    ...(search_string?.trim() ? [found(containing(search_string.trim()))] : []),
    ...(date_from ? [eb('d.at', '>=', sql<string>`${date_from}::date`)] : []),
    ...(date_to ? [eb('d.at', '<', sql<string>`${date_to}::date + 1`)] : []),
  ])
}
