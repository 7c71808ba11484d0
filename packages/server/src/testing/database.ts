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
 * Creates a database for a test: a copy of the migrated template, made in tens of milliseconds, or one made as `create`
 * says.
 */
export async function createTestDatabase({ create }: { create?: string } = {}): Promise<TestDatabase> {
  const { config, template } = inject('databaseServer')
  const name = newDatabaseName()
  await run(config, `create database ${name} ${create ?? `template ${template} strategy file_copy`}`)
  return { config: inDatabase(config, name), drop: () => dropDatabase(config, name) }
}

export const newDatabaseName = () => `vypusk_test_${randomBytes(8).toString('hex')}`

/** Without force, so that a connection left open by a test is reported. */
export const dropDatabase = (server: pg.ClientConfig, name: string) => run(server, `drop database if exists ${name}`)

/** Runs one statement that cannot be in a transaction, such as `create database`. */
export async function run(config: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client(config)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** The configuration of another database on the same server. */
export function inDatabase(server: pg.ClientConfig, database: string): pg.ClientConfig {
  if (!server.connectionString) return { ...server, database }
  const url = new URL(server.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}

/** The same configuration as a DATABASE_URL. */
export function addressOf({ connectionString, host = '', port, user, database }: pg.ClientConfig): string {
  if (connectionString) return connectionString
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
}

/** Returns what statements in this database wait for: the kinds of locks that others hold. */
export async function awaitedLocks(db: Db): Promise<string[]> {
  const { rows } = await sql<{ locktype: string }>`
    select locktype from pg_locks join pg_stat_activity using (pid)
    where datname = current_database() and not granted
    order by locktype`.execute(db)
  return rows.map(({ locktype }) => locktype)
}

/** Returns how many statements in this database wait for locks that others hold. */
export const waitingForLocks = async (db: Db): Promise<number> => (await awaitedLocks(db)).length
