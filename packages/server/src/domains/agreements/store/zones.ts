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
  const { rows } = await sql<Rewritten & { id: number; is_date_withdrawn: boolean }>`
    update agreements as agreement
    set "releaseDate" = to_day, "releaseTime" = to_time, version = agreement.version + 1, updated_at = ${updated_at}
    from ${walls(all)}, agreements as before
    where before.id = agreement.id and agreement."releaseDate" = day and agreement."releaseTime" = time
    returning agreement.id, day, time, to_day, to_time, before.is_date_withdrawn`.execute(tx)
  await keepMoments(tx, rows)
  return rows
}

/**
 * The moments are the same as before. But triggers compare wall times: they have counted a change for calendar programs,
 * and taken a withdrawn date for a new one.
 */
async function keepMoments(tx: Transaction, agreements: { id: number; is_date_withdrawn: boolean }[]) {
  const kept = JSON.stringify(agreements.map(({ id, is_date_withdrawn }) => ({ id, is_date_withdrawn })))
  await sql`update agreements as agreement
    set calendar_sequence = agreement.calendar_sequence - 1, is_date_withdrawn = kept.is_date_withdrawn
    from jsonb_to_recordset(${kept}::jsonb) as kept(id int, is_date_withdrawn boolean)
    where agreement.id = kept.id`.execute(tx)
}
