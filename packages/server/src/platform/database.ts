import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { DB } from './db-types.gen.ts'
import type { Log } from './log.ts'
import { columnTypes } from './column-types.ts'

/** Read side of the database; a Transaction is one too. */
export type Db = Kysely<DB>

export interface Database {
  db: Kysely<DB>
  pool: pg.Pool
  close: () => Promise<void>
}

/** The database cannot be used: the message is a Russian sentence for whoever starts the server. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
}

const oldest = 15
const unknownServer = { version: 0, encoding: '', russian: false }

/**
 * Opens a pool whose values come as the contract has them: whole numbers as numbers, days as
 * `YYYY-MM-DD`, moments as ISO 8601 in UTC, times as `HH:mm`.
 */
export function openDatabase(config: pg.PoolConfig, log: Log): Database {
  const pool = new pg.Pool({ max: 20, ...config, options: inOwnZone(config.options), types: columnTypes })
  const lost = (error: Error) => log.warn(`Соединение с базой данных потеряно: ${error.message}`)
  // The pool replaces what breaks; unheard, the error of an idle or a busy connection would end the process.
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost))
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}

/** Days cut out of moments in SQL are days of this process, the same on every server (docs/decisions/0006). */
function inOwnZone(options: string | undefined) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return [options, `-c TimeZone=${timeZone}`].filter(Boolean).join(' ')
}

/**
 * Refuses a database on which the product would work wrongly: an old server, or one whose locale does
 * not know Russian letters. Call after the migrations, which bring pg_trgm.
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
