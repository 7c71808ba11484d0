import type pg from 'pg'
import { LONE_LIMIT_MS, loneConnection } from './lone-connection.ts'
import { within } from '../runtime/within.ts'

/** Checks over a connection of its own whether the database is available, however busy the other connections are. */
export interface DatabaseProbe {
  /** @throws when the database does not answer in time */
  look(): Promise<'ready' | 'read_only'>
  close(): Promise<void>
}

/** Creates the probe; it connects at its first check. */
export function createProbe(config: pg.PoolConfig): DatabaseProbe {
  const pool = loneConnection(config, 'vypusk-ready')
  const ask = async () => {
    const { rows } = await pool.query<{ is_read_only: boolean }>(
      `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as is_read_only`,
    )
    return rows[0]?.is_read_only ? 'read_only' : 'ready'
  }
  let looking: Promise<'ready' | 'read_only'> | undefined
  return {
    // Concurrent checks share one query and its answer.
    look: () => (looking ??= within(LONE_LIMIT_MS, ask).finally(() => (looking = undefined))),
    close: () => pool.end(),
  }
}
