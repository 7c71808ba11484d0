import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseError } from './database.ts'
import { restoresOf } from './database-state.ts'

/**
 * Who works with a database and who may replace it: every process holds one advisory lock, shared, on a connection
 * of its own; a restore takes it alone. It ends with its connection, however the process ends (docs/decisions/0036).
 */

/** Any number of this product's own. */
const LOCK = 20_260_003
const BEAT_MS = 15_000
const PATIENCE_MS = 5_000
const AGAIN_MS = 1_000

const RESTORING = 'База данных восстанавливается из копии. Повторите, когда восстановление закончится'
const REPLACED = 'База данных восстановлена из копии: этот процесс завершается, запустите его снова'

interface InUseOptions {
  /** The database was replaced while the line was broken: what this process holds in memory is no longer true. */
  onReplaced: (sentence: string) => void
}

const nameOfProcess = () => `vypusk ${hostname()} ${process.pid}`

/** Behind PgBouncer the number that a client is told at its start is invented. */
export async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return (client as pg.Client & { processID: number }).processID !== rows[0]?.pid
}

async function connect(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({
    connectionTimeoutMillis: PATIENCE_MS,
    ...config,
    application_name: nameOfProcess(),
    keepAlive: true,
  })
  // Unheard, it would end the process; `end` follows it.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** A server notices within a minute that the machine at the other end is gone. */
const SOON = 'set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3'

/** @returns whether the lock is held; false while a restore holds it alone */
async function share(client: pg.Client): Promise<boolean> {
  // A pooler gives the line away between transactions, so there the lock is a transaction's, which stays open.
  const pooled = await isPooled(client)
  await client.query(pooled ? 'begin; set local idle_in_transaction_session_timeout = 0' : SOON)
  const { rows } = await client.query(`select pg_try_advisory_${pooled ? 'xact_' : ''}lock_shared($1) as taken`, [LOCK])
  return rows[0]?.taken === true
}

/**
 * Says for as long as the process lives that it works with this database, also after its connection broke.
 * @returns what ends it
 * @throws DatabaseError while a restore is under way
 */
export async function enterDatabase(
  config: pg.ClientConfig,
  { onReplaced }: InUseOptions,
): Promise<() => Promise<void>> {
  let client = await connect(config)
  if (!(await share(client))) {
    await client.end()
    throw new DatabaseError(RESTORING)
  }
  const restores = await restoresOf(client)
  const left = new AbortController()
  let coming = Promise.resolve()

  const comeBack = async () => {
    while (!left.signal.aborted) {
      const fresh = await connect(config).catch(() => undefined)
      const isSame = fresh && (await isStillMine(fresh, restores).catch(() => undefined))
      if (fresh && isSame) return watch(fresh)
      await fresh?.end().catch(() => undefined)
      if (isSame === false) return onReplaced(REPLACED)
      await pause(AGAIN_MS, undefined, { signal: left.signal, ref: false }).catch(() => undefined)
    }
  }
  const watch = (fresh: pg.Client) => {
    client = fresh
    fresh.once('end', () => {
      if (!left.signal.aborted && client === fresh) coming = comeBack()
    })
  }
  watch(client)
  const beat = setInterval(() => void proveAlive(client), BEAT_MS).unref()
  return async () => {
    left.abort()
    clearInterval(beat)
    await coming
    await client.end().catch(() => undefined)
  }
}

const isStillMine = async (client: pg.Client, restores: number) =>
  (await share(client)) && (await restoresOf(client)) === restores

/** A line that fell silent is given up: its end is then heard by whoever watches it. */
async function proveAlive(client: pg.Client): Promise<void> {
  const query = { text: 'select 1', query_timeout: PATIENCE_MS }
  await client
    .query(query)
    .catch(() => (client as pg.Client & { connection: pg.Connection }).connection.stream.destroy())
}

/** Processes of versions that knew no lock are told by the names of their connections. */
const OTHERS = `select distinct coalesce(nullif(a.application_name, ''), 'процесс ' || a.pid) as name,
    host(a.client_addr) as host
  from pg_stat_activity a
  where a.datname = current_database() and a.pid <> pg_backend_pid()
    and (a.application_name in ('vypusk-live', 'vypusk-jobs')
      or exists (select from pg_locks l where l.pid = a.pid and l.locktype = 'advisory' and l.objid = $1 and l.granted))`

/**
 * Takes the database for this connection alone, until it ends.
 * @throws DatabaseError naming who works with it
 */
export async function takeAlone(client: pg.Client): Promise<void> {
  if (await isPooled(client)) {
    throw new DatabaseError(
      'DATABASE_URL ведёт не прямо к PostgreSQL, а через распределитель соединений (PgBouncer). ' +
        'Для восстановления задайте прямой адрес',
    )
  }
  const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [LOCK])
  const { rows: others } = await client.query<{ name: string; host: string | null }>(OTHERS, [LOCK])
  if (rows[0]?.taken && others.length === 0) return
  const names = others.map(({ name, host }) => (host ? `${name} (${host})` : name)).join(', ')
  throw new DatabaseError(
    `Система работает: ${names || 'с базой данных занят другой процесс'}. Остановите её и повторите`,
  )
}
