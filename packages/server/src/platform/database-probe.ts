import pg from 'pg'
import { within } from './within.ts'

/** Checks over a connection of its own whether the database is available, however busy the other connections are. */
export interface DatabaseProbe {
  /** @throws when the database does not answer in time */
  look(): Promise<'ready' | 'read_only'>
  close(): Promise<void>
}

const LIMIT_MS = 2000
/** A server that became a replica, or was switched to read-only, may refuse writes only on new connections. */
const LIFE_SECONDS = 60

export function createProbe(config: pg.PoolConfig): DatabaseProbe {
  const pool = new pg.Pool({
    ...config,
    max: 1,
    connectionTimeoutMillis: LIMIT_MS,
    query_timeout: LIMIT_MS,
    maxLifetimeSeconds: LIFE_SECONDS,
    application_name: 'vypusk-ready',
  })
  // The next check reports it.
  pool.on('error', () => {})
  const ask = async () => {
    const { rows } = await pool.query<{ is_read_only: boolean }>(
      `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as is_read_only`,
    )
    return rows[0]?.is_read_only ? 'read_only' : 'ready'
  }
  let looking: Promise<'ready' | 'read_only'> | undefined
  return {
    // Concurrent checks share one query and its answer.
    look: () => (looking ??= within(LIMIT_MS, ask).finally(() => (looking = undefined))),
    close: () => pool.end(),
  }
}
