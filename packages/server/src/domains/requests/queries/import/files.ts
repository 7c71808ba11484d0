import { DAY_MS } from '@vypusk/contract'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/call.ts'
import { furthest } from '../../../../platform/elapsed.ts'
import { statement } from '../../../../platform/statement.ts'

/** After this many attempts that failed because of the file itself it is no longer fetched. */
export const MOST_TRIES = 6

export interface WaitingFile {
  id: number
  request_id: number
  url: string
  name: string
  size: number | null
  tries: number
}

interface Waiting {
  source: string
  now: string
  /** What is to be tried again later than this was noted while a clock was ahead. */
  latest: string
  limit: number
}

const waiting = statement(
  (db, { source, now, latest, limit }: Waiting) =>
    db
      .selectFrom('imported_files as f')
      .innerJoin('requests as q', 'q.id', 'f.request_id')
      .select(['f.id', 'f.request_id', 'f.url', 'f.name', 'f.size', 'f.tries'])
      .where('q.source', '=', source)
      .where('q.deleted_at', 'is', null)
      .where('f.file_id', 'is', null)
      .where('f.tries', '<', MOST_TRIES)
      .where((eb) => eb.or([eb('f.again_at', 'is', null), eb('f.again_at', '<=', now), eb('f.again_at', '>', latest)]))
      .orderBy('f.again_at', (order) => order.asc().nullsFirst())
      .orderBy('f.id')
      .limit(limit),
  { planned: 'each time' },
)

/**
 * The files of a source that are not fetched yet and may be tried now: those that were never tried first, so that one
 * whose failure ends each run keeps no other from its turn. @param now ISO 8601
 */
export const waitingFiles = (db: Db, source: string, now: string, limit: number): Promise<WaitingFile[]> =>
  waiting.all(db, { source, now, latest: furthest(now, DAY_MS), limit })

interface FilesOfSource {
  kept: number
  waiting: number
  /** The number of failures among waiting files and those given up. */
  failed: number
}

const counted = statement(
  () => sql<FilesOfSource & { source: string }>`
    select q.source, count(f.file_id)::int as kept,
      count(*) filter (where f.file_id is null and f.tries < ${MOST_TRIES})::int as waiting,
      count(*) filter (where f.file_id is null and f.failure is not null)::int as failed
    from imported_files as f
    join requests as q on q.id = f.request_id and q.source is not null and q.deleted_at is null
    group by q.source`,
  { planned: 'each time' },
)

/** How many files of each source are fetched, and how many are not. */
export async function countFiles(db: Db): Promise<Map<string, FilesOfSource>> {
  const rows = await counted.all(db, {})
  return new Map(rows.map(({ source, ...counts }) => [source, counts]))
}
