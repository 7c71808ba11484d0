import pg from 'pg'
import { within } from './within.ts'

/** Asks on a connection of its own whether the database is there, however busy the others are. */
export interface DatabaseProbe {
  /** @throws when the database does not answer in time */
  look(): Promise<'ready' | 'read_only'>
  close(): Promise<void>
}

const LIMIT_MS = 2000
/** A server that has become a replica, or was told to refuse changes, may do so for new connections only. */
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
  // Whoever asks next hears of it.
  pool.on('error', () => {})
  const ask = async () => {
    const { rows } = await pool.query<{ is_read_only: boolean }>(
      `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as is_read_only`,
    )
    return rows[0]?.is_read_only ? 'read_only' : 'ready'
  }
  let looking: Promise<'ready' | 'read_only'> | undefined
  return {
    // Many may ask at once, and the answer is the same.
    look: () => (looking ??= within(LIMIT_MS, ask).finally(() => (looking = undefined))),
    close: () => pool.end(),
  }
}
