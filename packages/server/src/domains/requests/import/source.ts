import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import type { RowReader } from './columns.ts'
import type { Table } from './file.ts'
import type { Kind } from './systems.ts'
import type { TableRow } from './table.ts'

/** Requests of one source whose keys a file has. */
export interface KnownIn {
  source: string
  known: number
  /** Of them those whose title was the same when it was last brought. */
  same: number
}

/**
 * Whose the keys of a file are, where nobody says: of the source they came from before, whatever the file is called –
 * keys that are only numbers are everybody's, so titles have to be the same too; else of the system that made the file,
 * unless its numbers are another installation's; else of the file.
 */
export function sourceFor(known: KnownIn[], kind: Kind | null, fileName: string): string {
  const own = ownerOf(known)
  if (own) return own
  const isFree = (source: string) => !known.some((one) => one.source === source)
  return kind !== null && isFree(kind) ? kind : fileName
}

/** The source that the keys are known in, by most of their titles. */
export function ownerOf(known: KnownIn[]): string | null {
  const [best] = known.filter(({ same, known: all }) => same > 0 && same * 2 >= all).toSorted((a, b) => b.same - a.same)
  return best?.source ?? null
}

/** Keys of a file's first rows among those of requests there are, source by source. */
export async function knownIn(db: Db, { rows }: Table, read: RowReader): Promise<KnownIn[]> {
  // The first part is a thousand rows: enough to know whose they are.
  const first = await rows.parts().next()
  const part: TableRow[] = first.done ? [] : first.value
  const keysAndTitles = part.map(({ cells }) => ({
    key: read.one(cells, 'source_key') ?? '',
    title: (read.one(cells, 'e_title') ?? '').replace(/\s+/g, ' '),
  }))
  const { rows: found } = await sql<KnownIn>`
    select q.source, count(*)::int as known,
      count(*) filter (where coalesce(i."row" ->> 'e_title', q.e_title) = said.title)::int as same
    from jsonb_to_recordset(${JSON.stringify(keysAndTitles)}::jsonb) as said(key text, title text)
    join requests as q on lower(q.source_key) = lower(said.key) and q.source_key = said.key
    left join imported_rows as i on i.request_id = q.id
    group by q.source`.execute(db)
  return found
}
