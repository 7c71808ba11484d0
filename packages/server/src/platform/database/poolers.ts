import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import pg from 'pg'
import { DatabaseError } from '../database.ts'
import { isPooled } from './in-use.ts'
import type { Log } from '../runtime/log.ts'

/**
 * Detects poolers between this process and PostgreSQL (docs/decisions/0058). A pooler in transaction mode gives each
 * transaction a different connection: session settings, LISTEN and session locks are lost, so the product then also
 * needs the address of PostgreSQL itself.
 */

const CONNECT_MS = 10_000
const HEAR_MS = 5_000
/** Another client's transaction may come between two of ours. */
const TRIES = 5

async function connect(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ connectionTimeoutMillis: CONNECT_MS, ...config })
  client.on('error', () => {})
  await client.connect()
  return client
}

const WHICH = 'select pg_backend_pid() as pid'

async function isConnectionShared(one: pg.Client, other: pg.Client): Promise<boolean> {
  const { rows: before } = await one.query<{ pid: number }>(WHICH)
  await other.query(`begin; ${WHICH}`)
  const { rows: after } = await one.query<{ pid: number }>(WHICH)
  await other.query('commit')
  return before[0]?.pid !== after[0]?.pid
}

/** Whether each transaction gets a different connection. */
export async function isOfTransactions(config: pg.ClientConfig): Promise<boolean> {
  const one = await connect(config)
  if (!(await isPooled(one))) return one.end().then(() => false)
  const other = await connect(config)
  try {
    for (let n = 0; n < TRIES; n += 1) if (await isConnectionShared(one, other)) return true
    return false
  } finally {
    await Promise.all([one.end(), other.end()])
  }
}

/**
 * Whether a notification sent through one address arrives at the other: they lead to the same database, and the direct
 * one keeps its session.
 */
async function isHeard(direct: pg.ClientConfig, through: pg.ClientConfig): Promise<boolean> {
  const listener = await connect(direct)
  const actor = await connect(through)
  const channel = `vypusk_${randomUUID().replaceAll('-', '')}`
  try {
    await listener.query(`listen ${channel}`)
    const notification = once(listener, 'notification', { signal: AbortSignal.timeout(HEAR_MS) })
    await actor.query(`notify ${channel}`)
    return await notification.then(
      () => true,
      () => false,
    )
  } finally {
    await Promise.all([listener.end(), actor.end()])
  }
}

const NEEDS_DIRECT =
  'DATABASE_URL ведёт через распределитель соединений (PgBouncer, pool_mode = transaction). Задайте ещё ' +
  'DATABASE_DIRECT_URL – адрес самого PostgreSQL: по нему слышны изменения и меняются таблицы'
const NOT_DIRECT =
  'DATABASE_DIRECT_URL тоже ведёт через распределитель соединений (pool_mode = transaction), а нужен адрес самого PostgreSQL'
const ELSEWHERE =
  'DATABASE_URL и DATABASE_DIRECT_URL ведут в разные базы данных: сказанное по одному адресу не слышно по другому'
const UNLIMITED =
  'Через распределитель соединений запросы не ограничены по времени: заброшенный запрос работал бы без конца. Задайте в ' +
  "pgbouncer.ini connect_query (пример в deploy/pgbouncer.ini) или ALTER ROLE … SET statement_timeout = '30s'"

async function isLimited(through: pg.ClientConfig): Promise<boolean> {
  const client = await connect(through)
  const { rows } = await client
    .query<{ limited: boolean }>(`select current_setting('statement_timeout') <> '0' as limited`)
    .finally(() => client.end())
  return rows[0]?.limited === true
}

/**
 * Checks for poolers before the database is used.
 * @param direct for what needs a session
 * @param through for calls, if it is different
 * @returns whether calls go through a pooler in transaction mode
 * @throws DatabaseError that says what is missing
 */
export async function checkPoolers(
  direct: pg.ClientConfig,
  through: pg.ClientConfig | undefined,
  log: Log,
): Promise<boolean> {
  if (await isOfTransactions(direct)) throw new DatabaseError(through ? NOT_DIRECT : NEEDS_DIRECT)
  if (!through) return false
  if (!(await isHeard(direct, through))) throw new DatabaseError(ELSEWHERE)
  const isShared = await isOfTransactions(through)
  if (isShared && !(await isLimited(through))) log.warn(UNLIMITED)
  return isShared
}
