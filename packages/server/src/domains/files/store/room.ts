import { sql } from 'kysely'
import type { Transaction } from '../../../platform/transaction.ts'

interface UsedSpace {
  files: number
  /** In total. */
  bytes: number
}

/**
 * What the person has uploaded or announced and nothing refers to yet. It is counted under a lock of the person until
 * the transaction ends, so two calls cannot take the same room.
 * @param since older unused files are deleted anyway
 */
export async function roomTaken(tx: Transaction, user_id: number, since: string): Promise<UsedSpace> {
  await sql`select pg_advisory_xact_lock(hashtext('upload_room'), ${user_id})`.execute(tx)
  const { rows } = await sql<UsedSpace>`
    select count(*)::int as files, coalesce(sum(size), 0)::bigint as bytes from (
      select f.size from files f
      where f.uploaded_by = ${user_id} and f.deleted_at is null and f.uploaded >= ${since} 
        and not exists (select from file_places as place where place.file_id = f.id)
      union all
      select u.size from uploads u where u.user_id = ${user_id} and u.file_id is null and u.given_up_at is null
    ) taken`.execute(tx)
  return rows[0] ?? { files: 0, bytes: 0 }
}
