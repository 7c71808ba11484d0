import { sql } from 'kysely'
import type { JobKind } from '../jobs.ts'

/**
 * SQL for pg-boss's unfinished jobs, because its API can only find jobs by their ids. Their `generation` is that of
 * their data, 0 if there is none.
 * @param key a number in the jobs' data that becomes a column of the same name
 */
export const pendingJobs = (kinds: readonly JobKind[], key: string) =>
  sql`(select name, state, start_after, (data ->> ${sql.lit(key)})::int as ${sql.ref(key)},
      coalesce((data ->> 'generation')::int, 0) as generation
    from pgboss.job where name in (${sql.join(kinds.map((kind) => sql.lit(kind)))}) and state in ('created', 'retry', 'active'))`
