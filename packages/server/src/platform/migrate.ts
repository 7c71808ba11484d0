import { runner } from 'node-pg-migrate'
import pg from 'pg'
import type { Log } from './log.ts'
import { migrationsDir } from './places.ts'

/**
 * Brings the database to this version: every file of `migrations/` not applied yet, in order, all in
 * one transaction. Waits under a lock, so several nodes may start at once.
 * @param dir where the files are: a restore begins with fewer of them
 * @returns names of the files applied now
 * @throws when a file fails, or when the database has files this version does not know of
 */
export async function migrate(config: pg.ClientConfig, log: Log, dir = migrationsDir): Promise<string[]> {
  const client = new pg.Client(config)
  client.on('error', (error) => log.warn(`Соединение с базой данных потеряно: ${error.message}`))
  await client.connect()
  const applied = await runner({
    dbClient: client,
    dir,
    direction: 'up',
    migrationsTable: 'migrations',
    singleTransaction: true,
    advisoryLockMode: 'wait',
    logger: { debug: silent, info: silent, warn: (text) => log.warn(text), error: (text) => log.warn(text) },
  }).finally(() => client.end())
  const names = applied.map(({ name }) => name)
  if (names.length > 0) log.info(`База данных обновлена: ${names.join(', ')}`)
  return names
}

function silent() {}
