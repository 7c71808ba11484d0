import { sql } from 'kysely'
import type { Db } from '../platform/call.ts'

/** The last statement of each transaction in this database that is open and idle. */
export async function openTransactions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ query: string }>`
    select query from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`.execute(db)
  return rows.map(({ query }) => query)
}

/** Whether anybody in this database waits for a lock. */
export async function isLockAwaited(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(db)
  return rows.length > 0
}
