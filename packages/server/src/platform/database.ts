import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { DB } from './db-types.gen.ts'
import type { Log } from './runtime/log.ts'
import { columnTypes } from './database/column-types.ts'
import { connectionsOf, type Connections, type Lends, type Overheard } from './database/connections.ts'
import { patience, type DatabaseLimits } from './database/limits.ts'
import {
  watchConnections,
  WHICH_PROCESS,
  type WatchedConnections,
  type ServerProcess,
} from './database/connection-watch.ts'
import { noNames } from './database/statement-names.ts'

/** The read side of the database; a Transaction is a Db too. */
export type Db = Kysely<DB>

export interface Database {
  db: Kysely<DB>
  /** For libraries that talk to the database without the typed query builder. */
  connections: Connections
  close: () => Promise<void>
}

/** The database cannot be used. The message is a Russian sentence for the person who starts the server. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
}

const oldest = 15
const unknownServer = { version: 0, encoding: '', russian: false }

/**
 * A transaction that has been idle for so long was forgotten, or its connection is dead and only this side knows;
 * meanwhile repeated calls wait for its locks. Statements that are allowed more time extend this limit.
 */
const FORGOTTEN_MS = 60_000
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** Commands remember nothing and send one statement at a time. */
const ALONE: Overheard = { names: noNames, forget: () => {} }

export interface LendingPool extends Lends {
  /** Makes pending queries fail at once. */
  endWaiting: () => void
}

/**
 * Opens a pool that returns values in the contract's formats: whole numbers as numbers, days as `YYYY-MM-DD`, moments
 * as ISO 8601 in UTC, times as `HH:mm`.
 * @param limits null for commands, which wait as long as it takes
 */
export function openPool(config: pg.PoolConfig, log: Log, limits: DatabaseLimits | null): LendingPool {
  const opening = sessionSettings(limits)
  const lines = limits && watchConnections(config, limits.isShared === true)
  const pool = new pg.Pool({
    max: limits?.connections ?? 20,
    ...config,
    ...KEEP_ALIVE,
    ...(limits && patience(limits)),
    ...(lines && { Client: lines.Client }),
    types: columnTypes,
    // Not sent as startup options, because poolers refuse them.
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, which its types do not say
    onConnect: async (client) => {
      // Several statements give an array with a result for each.
      const answers = (await client.query(opening)) as unknown as pg.QueryResult<ServerProcess>[]
      lines?.leadsTo(client, answers.at(-1)?.rows[0] ?? null)
    },
  })
  const lost = (error: Error) => log.warn(`Соединение с базой данных потеряно: ${error.message}`)
  // The pool replaces broken connections. Without a listener, the error of a connection would end the process.
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost))
  return lentBy(pool, lines)
}

function lentBy(pool: pg.Pool, lines: WatchedConnections | null): LendingPool {
  const connect = () => pool.connect()
  return {
    options: pool.options,
    counts: () => ({ busy: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    connect: lines ? () => lines.waitFor(connect, (late) => late.release()) : connect,
    endWaiting: () => lines?.endWaiting(),
    end: () => {
      lines?.stop()
      return pool.end()
    },
  }
}

/**
 * Opens the database with a pool of its own.
 * @param limits as for `openPool`
 * @param way chooses which server's connections take a statement, if there are several
 */
export function openDatabase(
  config: pg.PoolConfig,
  log: Log,
  limits: DatabaseLimits | null = null,
  overheard = ALONE,
  way = (own: Connections) => own,
): Database {
  const connections = connectionsOf(openPool(config, log, limits), limits, overheard)
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: way(connections) }) })
  return { db, connections, close: () => db.destroy() }
}

/**
 * The settings made on each new connection. Days computed in SQL from moments must be days in this process's time zone,
 * the same on every server (docs/decisions/0006). A transaction forgotten by its process must release its locks.
 */
function sessionSettings(limits: DatabaseLimits | null): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const times = limits &&
    !limits.isShared && {
      statement_timeout: limits.statementMs,
      lock_timeout: limits.lockMs,
      idle_in_transaction_session_timeout: Math.max(FORGOTTEN_MS, limits.statementMs),
    }
  const settings = Object.entries(times ?? {}).map(([name, ms]) => `set ${name} = ${Math.round(ms)}`)
  return [`set timezone = '${timeZone}'`, ...settings, WHICH_PROCESS].join('; ')
}

/**
 * Refuses a database on which the product would not work properly: an old server, or one whose locale does not know
 * Russian letters. Call it after the migrations, which install pg_trgm.
 * @throws DatabaseError
 */
export async function checkDatabase(db: Kysely<DB>): Promise<void> {
  const found = await sql<{ version: number; encoding: string; russian: boolean }>`
    select current_setting('server_version_num')::int / 10000 as version,
      current_setting('server_encoding') as encoding,
      lower('Ё') = 'ё' and cardinality(show_trgm('Заявка')) > 0
        and to_tsvector('russian', 'ОТЧЁТОВ') @@ plainto_tsquery('russian', 'отчет') as russian`.execute(db)
  const [{ version, encoding, russian } = unknownServer] = found.rows
  if (version < oldest) {
    throw new DatabaseError(`Нужен PostgreSQL версии ${oldest} или новее, а на сервере версия ${version}`)
  }
  if (encoding !== 'UTF8' || !russian) {
    throw new DatabaseError(
      'База данных не умеет работать с русскими буквами. Создайте её так: ' +
        "CREATE DATABASE vypusk ENCODING 'UTF8' LOCALE 'C.UTF-8' TEMPLATE template0",
    )
  }
}
