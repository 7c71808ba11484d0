import { sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * Runs something at most once at a time over all processes, however long it takes and without a
 * transaction: the lock lives in a connection and ends with it, also when the process is killed.
 * @returns false when somebody else is at it
 */
export function whileLocked(db: Db, kind: string, id: number, run: () => Promise<void>): Promise<boolean> {
  return db.connection().execute(async (own) => {
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_lock(hashtext(${kind}), ${id}) as taken`.execute(own)
    if (!rows[0]?.taken) return false
    try {
      await run()
    } finally {
      await sql`select pg_advisory_unlock(hashtext(${kind}), ${id})`.execute(own)
    }
    return true
  })
}
