import { sql } from 'kysely'
import type { Deps } from '../../../platform/call.ts'
import type { Db } from '../../../platform/database.ts'
import { NOBODY } from '../../../platform/person.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { SEGMENT, dimensions } from '../queries/dimensions.ts'

/** Keeps the bitmaps that charts are counted by (docs/decisions/0136). */

/** The newest ones first, because most changes are there. A million requests are fewer than this. */
const SEGMENTS_AT_ONCE = 1000

/** Segments that have changed or have no bitmaps yet. */
async function segmentsToKeep(db: Db): Promise<number[]> {
  const { rows } = await sql<{ segment: number }>`
    select every.segment from generate_series(0, (select max(id) from requests) / ${sql.lit(SEGMENT)}) as every (segment)
    where not exists (select from request_segments as kept where kept.segment = every.segment)
    union
    select segment from request_segment_changes
    order by segment desc limit ${SEGMENTS_AT_ONCE}`.execute(db)
  return rows.map(({ segment }) => segment)
}

const isIn = (segment: number) => sql`
  q.deleted_at is null and q.id >= ${segment * SEGMENT} and q.id < ${(segment + 1) * SEGMENT}`

const values = sql.join(Object.entries(dimensions).map(([name, value]) => sql`(${sql.lit(name)}, ${value})`))

/**
 * Makes the bitmaps of a segment anew. The recorded changes are deleted before the requests are read: a change committed
 * in between is recorded again, and until the next time the segment is counted from its requests.
 */
async function keepSegment(tx: Transaction, segment: number): Promise<void> {
  // First, because other processes wait for this row.
  await sql`
    insert into request_segments (segment) values (${segment})
    on conflict (segment) do update set segment = excluded.segment`.execute(tx)
  await sql`delete from request_segment_changes where segment = ${segment}`.execute(tx)
  await sql`delete from request_bitmaps where segment = ${segment}`.execute(tx)
  await sql`
    insert into request_bitmaps (segment, dimension, value, bits)
    select ${segment}, had.dimension, had.value, bit_or(set_bit(0::bit(8192), q.id % ${sql.lit(SEGMENT)}, 1))
    from requests as q cross join lateral (values ${values}) as had (dimension, value)
    where ${isIn(segment)}
    group by had.dimension, had.value`.execute(tx)
  // Read first: otherwise the planner seeks the first and the last moment among all requests.
  await sql`
    update request_segments set first_at = days.first, last_at = days.last
    from (
      select min(created_at) as first, max(created_at) as last
      from (select q.created_at from requests as q where ${isIn(segment)} offset 0) as q) as days
    where segment = ${segment}`.execute(tx)
}

/** Makes the bitmaps of segments that have changed or have none yet, each in a transaction of its own. */
export async function keepBitmaps(deps: Deps): Promise<void> {
  for (const segment of await segmentsToKeep(deps.db)) {
    await inTransaction({ deps, person: NOBODY }, (tx) => keepSegment(tx, segment))
  }
}
