import { sql, type Expression, type SqlBool } from 'kysely'
import { containing, matchesPattern } from '../../../platform/sql.ts'
import type { OfDelivery } from '../../deliveries/port.ts'

export interface DeliveryFilters {
  kind: 'all' | 'mail' | 'ftp'
  client_ids: number[]
  search_string?: string | undefined
  /** Days of the last attempt, both included. */
  date_from?: string | undefined
  date_to?: string | undefined
}

/** The filters; null for one that is not used and adds no condition. */
export function filtersOf({ kind, client_ids, search_string, date_from, date_to }: DeliveryFilters) {
  const text = search_string?.trim()
  return {
    kind: kind === 'all' ? null : kind,
    client_ids: client_ids.length > 0 ? client_ids : null,
    words: text ? containing(text) : null,
    date_from: date_from ?? null,
    date_to: date_to ?? null,
  }
}
export type Filters = ReturnType<typeof filtersOf>

/** The same expression as in the indexes of migration 0022. */
const folded = (column: string) => sql<string>`translate(lower(${sql.ref(column)}), 'ё', 'е')`

/**
 * The company a delivery was for: the company of the folder, of the person who had the address then, or, if nobody had the
 * address, of the agreement that the letter was about. Null for the provider's people.
 */
export const companyOf = sql<number | null>`case
  when d.kind = 'ftp' then d.idcomp
  when d.readers <> '[]' then (d.readers -> 0 ->> 'idcomp')::int
  when d.entity = 'agreement' then (select a.company_id from shared_agreements as a where a.id = d.entity_id) end`

/**
 * The reverse of `companyOf`: the deliveries meant for these companies. Each part of the union uses its own index; the
 * keys are collected first, because otherwise the planner prefers to read all deliveries.
 */
const forCompanies = (ids: number[]) => sql<SqlBool>`d.id = any(array(
  select s.id from shared_deliveries as s where s.idcomp = any(${ids}::int[])
  union select s.id from shared_deliveries as s where s.readers @> any(array(
    select jsonb_build_array(jsonb_build_object('idcomp', idcomp)) from unnest(${ids}::int[]) as idcomp))
  union select s.id from shared_deliveries as s where s.entity = 'agreement' and s.entity_id = any(array(
      select a.id from shared_agreements as a where a.company_id = any(${ids}::int[])))
    and s.readers = '[]'))`

/** Searches addresses, folders, subjects and file names. It is a union so that each of them uses its own index. */
const found = (words: string) => sql<SqlBool>`d.id = any(array(
  select s.id from shared_deliveries as s where ${matchesPattern(folded('s.target'), words)}
  union select s.id from shared_deliveries as s where s.letter_id = any(array(
    select l.id from shared_letters as l where ${matchesPattern(folded('l.subject'), words)}))
  union select s.id from shared_deliveries as s where s.file_id = any(array(
    select f.id from shared_files as f where ${matchesPattern(folded('f.file_name'), words)}))))`

/** The condition of the filters, for any state. */
export function narrowed(
  eb: OfDelivery,
  { kind, client_ids, words, date_from, date_to }: Filters,
): Expression<SqlBool> {
  return eb.and([
    ...(kind ? [eb('d.kind', '=', kind)] : []),
    ...(client_ids ? [forCompanies(client_ids)] : []),
    ...(words ? [found(words)] : []),
    ...(date_from ? [eb('d.at', '>=', sql<string>`${date_from}::date`)] : []),
    ...(date_to ? [eb('d.at', '<', sql<string>`${date_to}::date + 1`)] : []),
  ])
}
