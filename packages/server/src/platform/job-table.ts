import { sql } from 'kysely'
import type { Db } from './database.ts'
import type { JobKind } from './jobs.ts'
import type { Transaction } from './transaction.ts'

/** What pg-boss keeps of jobs that are not over, asked in our own words: its calls know jobs by their ids only. */
const pending = sql`(select name, state, start_after, (data ->> 'delivery_id')::int as delivery_id
  from pgboss.job where name in ('deliver', 'copy') and state in ('created', 'retry', 'active'))`

/**
 * When each delivery is tried next, ISO 8601; null while it is being tried.
 * @returns those that have a job
 */
export async function nextTries(db: Db, ids: number[]): Promise<Map<number, string | null>> {
  const { rows } = await sql<{ delivery_id: number; next_at: string | null }>`
    select delivery_id, min(start_after) filter (where state <> 'active') as next_at
    from ${pending} as job where delivery_id = any(${ids}::int[]) group by delivery_id`.execute(db)
  return new Map(rows.map(({ delivery_id, next_at }) => [delivery_id, next_at]))
}

/** Takes waiting deliveries that no job would ever try, with the kind of job each needs. */
export async function lockWithoutJob(
  tx: Transaction,
): Promise<{ delivery_id: number; job: Extract<JobKind, 'deliver' | 'copy'> }[]> {
  const { rows } = await sql<{ delivery_id: number; job: 'deliver' | 'copy' }>`
    select d.id as delivery_id, needed.job
    from deliveries as d,
      lateral (select case d.kind when 'ftp' then 'copy' else 'deliver' end as job) as needed
    where d.state = 'queued'
      and not exists (select from ${pending} as job where job.name = needed.job and job.delivery_id = d.id)
    order by d.id for update of d skip locked`.execute(tx)
  return rows
}
