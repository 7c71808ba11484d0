import { readdir } from 'node:fs/promises'
import { parse } from 'node:path'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import { runDeferredDdl } from './deferred-ddl.ts'
import type { Log } from './log.ts'
import { migrationsDir } from './places.ts'

interface Where {
  /** Where the files are: a restore begins with fewer of them. */
  dir?: string
  /** The schema to make the tables in, beside those that people work with; usually `public`. */
  schema?: string
}

/**
 * Brings the database to this version: every file of `migrations/` not applied yet, in order, all in
 * one transaction. Waits under a lock, so several nodes may start at once.
 * @returns names of the files applied now
 * @throws when a file fails, or when the database has files this version does not know of
 */
export async function migrate(
  config: pg.ClientConfig,
  log: Log,
  { dir = migrationsDir, schema }: Where = {},
): Promise<string[]> {
  const client = new pg.Client(config)
  client.on('error', (error) => log.warn(`Соединение с базой данных потеряно: ${error.message}`))
  await client.connect()
  if (schema) await client.query(lookFirstIn, [schema])
  else if (await isOlder(client, dir)) await runDeferredDdl(config, log)
  const applied = await runner({
    dbClient: client,
    dir,
    direction: 'up',
    migrationsTable: 'migrations',
    ...(schema ? { migrationsSchema: schema } : {}),
    singleTransaction: true,
    advisoryLockMode: 'wait',
    logger: { debug: silent, info: silent, warn: (text) => log.warn(text), error: (text) => log.warn(text) },
  }).finally(() => client.end())
  const names = applied.map(({ name }) => name)
  if (names.length > 0) log.info(`База данных обновлена: ${names.join(', ')}`)
  return names
}

/** Names without a schema mean those of this one, until the connection ends. */
const lookFirstIn = `select set_config('search_path', quote_ident($1) || ', ' || current_setting('search_path'), false)`

/** Whether files will be applied to what an earlier version made: they count on all of its indexes. */
async function isOlder(client: pg.ClientBase, dir: string): Promise<boolean> {
  const { rows } = await client.query<{ isMade: boolean }>(`select to_regclass('installation') is not null as "isMade"`)
  if (!rows[0]?.isMade) return false
  const { rows: applied } = await client.query<{ name: string }>('select name from migrations')
  const names = new Set(applied.map(({ name }) => name))
  return (await readdir(dir)).some((file) => !names.has(parse(file).name))
}

function silent() {}
