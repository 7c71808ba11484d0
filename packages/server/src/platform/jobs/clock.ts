/** What pg-boss notes of its own work. It works again once so many seconds have passed since. */
const STAMPS: Record<string, string[]> = {
  version: ['cron_on', 'bam_on', 'flow_on', 'reindex_on', 'monitor_backoff_on'],
  queue: ['monitor_claim_on', 'monitor_on', 'maintain_on'],
}
const LATEST = `now() + interval '1 minute'`
/** No job is sent or retried for later than this. */
const FURTHEST = `now() + interval '1 day'`

const settingBack = ([table, stamps]: [string, string[]]) => `update pgboss.${table} set ${stamps
  .map((stamp) => `${stamp} = case when ${stamp} <= ${LATEST} then ${stamp} end`)
  .join(', ')}
  where greatest(${stamps.join(', ')}) > ${LATEST}`

const STATEMENTS = Object.entries(STAMPS).map(settingBack)
const WAITING = `update pgboss.job set start_after = now(), created_on = least(created_on, now())
  where state < 'active' and (created_on > ${LATEST} or start_after > ${FURTHEST})`

interface Asking {
  executeSql: (text: string) => Promise<{ rows: unknown[] }>
}

/**
 * Forgets what pg-boss noted while the database's clock was ahead: until the clock got there once more, no scheduled job
 * would run, and none that was sent then.
 * @returns whether there was anything
 */
export async function forgetFuture(database: Asking): Promise<boolean> {
  let isAny = false
  for (const text of [...STATEMENTS, WAITING]) {
    const { rows } = await database.executeSql(`${text} returning true`)
    isAny ||= rows.length > 0
  }
  return isAny
}
