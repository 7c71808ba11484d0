import { sql } from 'kysely'
import { statement } from '../../../platform/statement.ts'

/** Reads nothing, to measure how long the database takes to answer; never prepared, so that it is always parsed anew. */
export const nothing = statement(() => sql`select 1`, { planned: 'each time' })

/** The version of PostgreSQL, how many migrations were applied, and the last of them. */
export const databaseState = statement(
  () => sql<{ version: string; count: number; last: string }>`
    select current_setting('server_version') as version, count(*)::int as count, max(name) as last
    from migrations`,
  { planned: 'each time' },
)
