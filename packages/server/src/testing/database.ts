import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import type { Db } from '../platform/database.ts'

export interface TestDatabase {
  config: pg.PoolConfig
  drop: () => Promise<void>
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server of this run and its migrated template (testing/global-setup.ts). */
    databaseServer: { config: pg.ClientConfig; template: string }
  }
}

/**
 * A database of the test's own: a copy of the migrated template, made in tens of milliseconds, or
 * one made in another way when `create` says how.
 */
export async function createTestDatabase({ create }: { create?: string } = {}): Promise<TestDatabase> {
  const { config, template } = inject('databaseServer')
  const name = newDatabaseName()
  await run(config, `create database ${name} ${create ?? `template ${template} strategy file_copy`}`)
  return { config: inDatabase(config, name), drop: () => dropDatabase(config, name) }
}

export const newDatabaseName = () => `vypusk_test_${randomBytes(8).toString('hex')}`

/** Without force: a connection that a test forgot to close is a fault to be told of. */
export const dropDatabase = (server: pg.ClientConfig, name: string) => run(server, `drop database if exists ${name}`)

/** Runs one statement, such as `create database`, that stands outside transactions. */
export async function run(config: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client(config)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** The same server, another of its databases. */
export function inDatabase(server: pg.ClientConfig, database: string): pg.ClientConfig {
  if (!server.connectionString) return { ...server, database }
  const url = new URL(server.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}

/** The same as DATABASE_URL says it. */
export function addressOf({ connectionString, host = '', port, user, database }: pg.ClientConfig): string {
  if (connectionString) return connectionString
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
}

/** How many statements wait in this database for what others have locked. */
export async function waitingForLocks(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_locks join pg_stat_activity using (pid)
    where datname = current_database() and not granted`.execute(db)
  return rows[0]?.count ?? 0
}
