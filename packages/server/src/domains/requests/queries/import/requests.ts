import { sql } from 'kysely'
import type { Db } from '../../../../platform/call.ts'
import { statement } from '../../../../platform/statement.ts'
import type { ImportedRow } from '../../rules.ts'

/** A request imported from this source before, as it is now, with the row of its last import. */
export interface ImportedRequest {
  id: number
  source_key: string
  deleted: boolean
  /** Null for one imported before rows were remembered. */
  lastRow: ImportedRow | null
}

const withKeys = statement(
  (db, { source, keys }: { source: string; keys: string[] }) =>
    db
      .selectFrom('requests as q')
      .leftJoin('imported_rows as i', 'i.request_id', 'q.id')
      .select(['q.id', 'q.source_key', 'q.deleted_at', 'i.row'])
      .where('q.source', '=', source)
      .where('q.source_key', '=', sql<string>`any(${keys}::text[])`),
  { planned: 'each time' },
)

/** The requests of a source with these keys, deleted ones included. */
export async function knownRequests(db: Db, source: string, keys: string[]): Promise<ImportedRequest[]> {
  const rows = await withKeys.all(db, { source, keys })
  return rows.map(({ id, source_key, deleted_at, row }) => ({
    id,
    source_key: source_key ?? '',
    deleted: deleted_at !== null,
    // The column is written by imports only, from ImportedRow.
    lastRow: row as ImportedRow | null,
  }))
}

/** The requests of one source that have keys of a file. */
export interface KnownIn {
  source: string
  known: number
  /** Those of them whose title was the same in their last import. */
  same: number
}

/** Looks up keys and titles of a file, as JSON, among the existing requests, by source. */
export const sourcesKnowing = statement(
  (_, { given }: { given: string }) => sql<KnownIn>`
    select q.source, count(*)::int as known,
      count(*) filter (where coalesce(i."row" ->> 'e_title', q.e_title) = given.title)::int as same
    from jsonb_to_recordset(${given}::jsonb) as given(key text, title text)
    join requests as q on lower(q.source_key) = lower(given.key) and q.source_key = given.key
    left join imported_rows as i on i.request_id = q.id
    group by q.source`,
  { planned: 'each time' },
)
