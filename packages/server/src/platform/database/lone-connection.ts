import pg from 'pg'

/** How long a question over a lone connection may take. */
export const LONE_LIMIT_MS = 2000
/**
 * A server that became a replica, or was switched to read-only, may refuse writes only on new connections, and the host
 * name may lead to another server by now.
 */
const LIFE_SECONDS = 60

/**
 * Opens a pool of one connection, for short questions that must not wait until one of the others is free. A connection
 * that fails is reported by the next question.
 * @param name shown in `pg_stat_activity`
 */
export function loneConnection(config: pg.PoolConfig, name: string): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    max: 1,
    connectionTimeoutMillis: LONE_LIMIT_MS,
    query_timeout: LONE_LIMIT_MS,
    maxLifetimeSeconds: LIFE_SECONDS,
    application_name: name,
  })
  pool.on('error', () => {})
  return pool
}
