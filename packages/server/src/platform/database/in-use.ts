import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { advisoryLocks } from './advisory-locks.ts'
import { DatabaseError } from '../database.ts'
import { restoresOf } from './state.ts'

/**
 * Keeps track of the processes that use a database, so that nobody replaces it meanwhile. Every process holds a shared
 * advisory lock on a connection of its own; a restore takes the lock exclusively. The lock ends with its connection,
 * however the process ends (docs/decisions/0036).
 */

const LOCK = advisoryLocks.inUse
const BEAT_MS = 15_000
const PATIENCE_MS = 5_000
const AGAIN_MS = 1_000
/** How long the server may take to notice that a killed process is gone; until then its locks are held. */
const FORGETTING_MS = 3_000
const LOOK_MS = 100

const RESTORING = 'База данных восстанавливается из копии. Повторите, когда восстановление закончится'
const REPLACED = 'База данных восстановлена из копии: этот процесс завершается, запустите его снова'

interface InUseOptions {
  /**
   * Called when the database was replaced while the connection was broken: what this process has in memory is outdated.
   */
  onReplaced: (sentence: string) => void
  /** Shortened by tests. */
  forgettingMs?: number
}

const nameOfProcess = () => `vypusk ${hostname()} ${process.pid}`

/** Whether the connection goes through PgBouncer, which invents the process number that it sends to a new client. */
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
  // Without a listener the error would end the process; `end` is emitted after it.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** With these settings the server notices within a minute that the machine at the other end is gone. */
const SOON = 'set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3'

/** @returns whether the lock was taken; false while a restore holds it exclusively */
async function share(client: pg.Client): Promise<boolean> {
  // A pooler reassigns the connection between transactions, so there the lock belongs to a transaction that stays open.
  const pooled = await isPooled(client)
  await client.query(pooled ? 'begin; set local idle_in_transaction_session_timeout = 0' : SOON)
  const { rows } = await client.query(`select pg_try_advisory_${pooled ? 'xact_' : ''}lock_shared($1) as taken`, [LOCK])
  return rows[0]?.taken === true
}

/** Looks again until the way is free, or whoever is in the way is certainly alive. */
async function isFreeSoon(look: () => Promise<boolean>, forgettingMs: number): Promise<boolean> {
  for (const endsAt = performance.now() + forgettingMs; !(await look()); await pause(LOOK_MS)) {
    if (performance.now() >= endsAt) return false
  }
  return true
}

/**
 * Registers this process as a user of the database for as long as it lives, reconnecting if the connection breaks.
 * @returns a function that ends the registration
 * @throws DatabaseError while a restore is running
 */
export async function enterDatabase(
  config: pg.ClientConfig,
  { onReplaced, forgettingMs = FORGETTING_MS }: InUseOptions,
): Promise<() => Promise<void>> {
  let client = await connect(config)
  if (!(await isFreeSoon(() => share(client), forgettingMs))) {
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

/** Checks the connection, and destroys it if it is silent: the listener of its end then reconnects. */
async function proveAlive(client: pg.Client): Promise<void> {
  const query = { text: 'select 1', query_timeout: PATIENCE_MS }
  await client
    .query(query)
    .catch(() => (client as pg.Client & { connection: pg.Connection }).connection.stream.destroy())
}

interface Other {
  name: string
  host: string | null
}

/** Processes of versions without this lock are recognised by the names of their connections. */
const OTHERS = `select distinct coalesce(nullif(a.application_name, ''), 'процесс ' || a.pid) as name,
    host(a.client_addr) as host
  from pg_stat_activity a
  where a.datname = current_database() and a.pid <> pg_backend_pid()
    and (a.application_name in ('vypusk-live', 'vypusk-jobs')
      or exists (select from pg_locks l where l.pid = a.pid and l.locktype = 'advisory' and l.objid = $1 and l.granted))`

/**
 * Takes the database exclusively for this connection, until it ends.
 * @throws DatabaseError that names the processes using it
 */
export async function takeAlone(client: pg.Client, forgettingMs = FORGETTING_MS): Promise<void> {
  if (await isPooled(client)) {
    throw new DatabaseError(
      'DATABASE_URL ведёт не прямо к PostgreSQL, а через распределитель соединений (PgBouncer). ' +
        'Для восстановления задайте прямой адрес',
    )
  }
  let others: Other[] = []
  const isAlone = async () => {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [LOCK])
    others = (await client.query<Other>(OTHERS, [LOCK])).rows
    return rows[0]?.taken === true && others.length === 0
  }
  if (await isFreeSoon(isAlone, forgettingMs)) return
  const names = others.map(({ name, host }) => (host ? `${name} (${host})` : name)).join(', ')
  throw new DatabaseError(
    `Система работает: ${names || 'с базой данных занят другой процесс'}. Остановите её и повторите`,
  )
}
