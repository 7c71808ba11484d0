import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from '../../../platform/transaction.ts'
import { SEGMENT } from '../rules.ts'

const isIn = (segment: number) => sql`
  q.deleted_at is null and q.id >= ${segment * SEGMENT} and q.id < ${(segment + 1) * SEGMENT}`

/**
 * Makes the bitmaps of a segment anew. The recorded changes are deleted before the requests are read: a change committed
 * in between is recorded again, and until the next time the segment is counted from its requests.
 * @param dimensions what bitmaps are kept of, each with its value in the row `q` of a request
 */
export async function writeSegment(
  tx: Transaction,
  segment: number,
  dimensions: Readonly<Record<string, RawBuilder<number>>>,
): Promise<void> {
  const values = sql.join(Object.entries(dimensions).map(([name, value]) => sql`(${sql.lit(name)}, ${value})`))
  // First, because other processes wait for this row.
  await sql`
    insert into request_segments (segment) values (${segment})
    on conflict (segment) do update set months_in = null`.execute(tx)
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
    update request_segments
    set first_at = days.first, last_at = days.last, months_in = current_setting('TimeZone')
    from (
      select min(created_at) as first, max(created_at) as last
      from (select q.created_at from requests as q where ${isIn(segment)} offset 0) as q) as days
    where segment = ${segment}`.execute(tx)
}
