import { sql } from 'kysely'
import type { zones } from '@vypusk/contract'
import type { Transaction } from '../../../platform/transaction.ts'

/** Rewrites dates with a time of day when the installation's time zone is changed. */

/** A wall time as it is stored, and as it is in the other zone. */
export interface Rewritten {
  day: string
  time: string
  to_day: string
  to_time: string
}

/** Every wall time that is stored, deleted agreements and answered offers included. */
export async function wallTimes(tx: Transaction): Promise<zones.Wall[]> {
  const { rows } = await sql<zones.Wall>`
    select "releaseDate" as day, "releaseTime" as time from agreements where "releaseTime" is not null
    union
    select "releaseDate", "releaseTime" from agreement_offers where "releaseTime" is not null`.execute(tx)
  return rows
}

const walls = (all: Rewritten[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as wall(day date, time time, to_day date, to_time time)`

/**
 * Rewrites the wall times.
 * @returns the agreements, with their dates before and after
 */
export async function rewriteWalls(tx: Transaction, all: Rewritten[], updated_at: string) {
  await sql`update agreement_offers set "releaseDate" = to_day, "releaseTime" = to_time
    from ${walls(all)} where "releaseDate" = day and "releaseTime" = time`.execute(tx)
  const { rows } = await sql<Rewritten & { id: number }>`
    update agreements set "releaseDate" = to_day, "releaseTime" = to_time, version = version + 1, updated_at = ${updated_at}
    from ${walls(all)} where "releaseDate" = day and "releaseTime" = time
    returning id, day, time, to_day, to_time`.execute(tx)
  // Calendar programs have the moment, which is the same. The trigger that counts its changes compares wall times.
  const ids = JSON.stringify(rows.map(({ id }) => id))
  await sql`update agreements set calendar_sequence = calendar_sequence - 1
    where id in (select value::int from jsonb_array_elements_text(${ids}::jsonb))`.execute(tx)
  return rows
}
