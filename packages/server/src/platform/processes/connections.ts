import pg from 'pg'
import { DatabaseError } from '../database.ts'
import type { Settings } from '../settings.ts'

/** Beside those for calls: long readings 4, jobs 4, changes that are listened to, the probe, in use. */
const OTHERS = 11
/** Of the process that keeps the workers: in use, the presence at an embedded server, what is left to be done. */
const PARENTS = 3

type ConnectionSettings = Pick<Settings, 'workers' | 'databaseLimits'>

/** How many connections to PostgreSQL the whole may open; calls through a pooler are the pooler's. */
export const mostConnections = ({ workers, databaseLimits }: ConnectionSettings, isThroughPooler: boolean): number =>
  PARENTS + workers * (OTHERS + (isThroughPooler ? 0 : databaseLimits.connections))

const ROOM = `select current_setting('max_connections')::int as most,
  current_setting('superuser_reserved_connections')::int
    + coalesce(current_setting('reserved_connections', true), '0')::int as reserved`

/**
 * Refuses more workers than the server has connections for: under load some of them would have none.
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
