import { sql } from 'kysely'
import type { Transaction } from '../../../platform/transaction.ts'

/**
 * Counts the requests of a release anew. The recorded changes are deleted before the requests are read: a change committed
 * in between is recorded again, and until the next time the release is counted from its requests.
 */
export async function writeCounts(tx: Transaction, release_id: number): Promise<void> {
  // First, because other processes wait for this row.
  await sql`
    insert into counted_releases (release_id, requests, planned_time) values (${release_id}, 0, 0)
    on conflict (release_id) do update set release_id = excluded.release_id`.execute(tx)
  await sql`delete from request_count_changes where release_id = ${release_id}`.execute(tx)
  await sql`delete from request_counts where release_id = ${release_id}`.execute(tx)
  await sql`
    with found as (
      select idcomp, count(*) as requests, coalesce(sum(planned_time), 0) as planned_time from requests
      where release_id = ${release_id} and deleted_at is null group by idcomp),
    by_company as (
      insert into request_counts (release_id, idcomp, requests)
      select ${release_id}, idcomp, requests from found)
    update counted_releases
    set requests = total.requests, planned_time = total.planned_time
    from (
      select coalesce(sum(requests), 0) as requests, coalesce(sum(planned_time), 0) as planned_time from found) as total
    where release_id = ${release_id}`.execute(tx)
}
