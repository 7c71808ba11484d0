import pg from 'pg'
import { DatabaseError } from '../database.ts'
import type { Settings } from '../settings.ts'

/**
 * In addition to those for calls: 4 for long reads, 4 for jobs, 2 that look at silent connections of both pools, and one
 * each for LISTEN, the probe, the in-use lock, the presence at an embedded server and the primary's position. The documents name the sum.
 */
export const OTHERS = 15
/** For the main process: the in-use lock, the presence at an embedded server, and deferred work on the database. */
export const PARENTS = 3

type ConnectionSettings = Pick<Settings, 'workers' | 'databaseLimits'>

/** The most connections to PostgreSQL that all processes together may open; calls through a pooler use the pooler's. */
export const mostConnections = ({ workers, databaseLimits }: ConnectionSettings, isThroughPooler: boolean): number =>
  PARENTS + workers * (OTHERS + (isThroughPooler ? 0 : databaseLimits.connections))

const ROOM = `select current_setting('max_connections')::int as most,
  current_setting('superuser_reserved_connections')::int
    + coalesce(current_setting('reserved_connections', true), '0')::int as reserved`

/**
 * Refuses more workers than the server has connections for: under load some of them would get none.
 * @throws DatabaseError with a sentence
 */
export async function refuseCrowd(
  config: pg.ClientConfig,
  settings: ConnectionSettings,
  isThroughPooler: boolean,
): Promise<void> {
  const client = new pg.Client(config)
  client.on('error', () => undefined)
  await client.connect()
  const found = await client.query<{ most: number; reserved: number }>(ROOM).finally(() => client.end())
  const [{ most, reserved } = { most: 0, reserved: 0 }] = found.rows
  const needed = mostConnections(settings, isThroughPooler)
  if (needed <= most - reserved) return
  throw new DatabaseError(
    `Процессам (WORKERS=${settings.workers}) может понадобиться ${needed} соединений с базой данных, а сервер даёт ${most - reserved}. ` +
      `Поставьте на сервере max_connections = ${needed + reserved} или больше, либо уменьшите WORKERS или DATABASE_CONNECTIONS`,
  )
}
