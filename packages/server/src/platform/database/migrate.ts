import { readdir, readFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { advisoryLocks } from './advisory-locks.ts'
import { DatabaseError } from '../database.ts'
import { lookFirstIn, runDeferredDdl } from './deferred-ddl.ts'
import { inLine } from './in-line.ts'
import type { Log } from '../runtime/log.ts'
import { liftLimits } from './long-work.ts'
import { migrationsDir } from '../runtime/places.ts'

interface Where {
  /** Folder of the migrations: a restore starts with only some of them. */
  dir?: string
  /** The schema in which to create the tables, separate from those in use; usually `public`. */
  schema?: string
  /** How long to wait altogether for locks held on a table. */
  patienceMs?: number
}

const LOOK_MS = 200
const TELL_MS = 30_000
/** Less than what a startup probe allows (deploy/kubernetes). */
const PATIENCE_MS = 8 * 60_000

/**
 * Migrates the database to this version: applies all pending files of `migrations/` in order, each in a transaction of
 * its own, while people go on working. Only one process migrates at a time, so several may start at once. Work that is
 * left for the running product is done by `runDeferredDdl`, or at once if the database is new.
 * @returns names of the files that were applied
 * @throws DatabaseError when a file fails, or when the database has migrations unknown to this version
 */
export async function migrate(config: pg.ClientConfig, log: Log, where: Where = {}): Promise<string[]> {
  const { dir = migrationsDir, schema, patienceMs = PATIENCE_MS } = where
  const client = new pg.Client(config)
  client.on('error', (error) => log.warn(`Соединение с базой данных потеряно: ${error.message}`))
  await client.connect()
  return bringUp(client, { config, log, dir, schema, patienceMs }).finally(() => client.end())
}

type MigrateOptions = Required<Omit<Where, 'schema'>> & {
  config: pg.ClientConfig
  log: Log
  schema: string | undefined
}

async function bringUp(client: pg.ClientBase, options: MigrateOptions): Promise<string[]> {
  const { config, log, dir, schema, patienceMs } = options
  await liftLimits(client)
  if (schema) await client.query(lookFirstIn, [schema])
  const isNew = (await appliedIn(client, false)).length === 0
  // They rely on all indexes of the previous version.
  if (!isNew && !schema && (await pendingIn(client, dir)).length > 0) await runDeferredDdl(config, log)
  await takeTurn(client)
  const names = await pendingIn(client, dir)
  for (const name of names) await apply(client, join(dir, `${name}.sql`), log, patienceMs)
  if (isNew && names.length > 0) await runDeferredDdl(config, { ...log, info: silent }, schema ? { schema } : {})
  if (names.length > 0) log.info(isNew ? 'База данных создана' : `База данных обновлена: ${names.join(', ')}`)
  return names
}

/** As created by `node-pg-migrate` in the first versions. */
const MAKE = `create table if not exists migrations
  (id serial primary key, name varchar(255) not null, run_on timestamp not null)`

/** Migrations applied in the first schema of the search path, in order. */
async function appliedIn(client: pg.ClientBase, mayMake: boolean): Promise<string[]> {
  const { rows } = await client.query<{ is_made: boolean }>(
    `select exists (select from pg_class where relname = 'migrations' and relnamespace = current_schema()::regnamespace)
      as is_made`,
  )
  if (!rows[0]?.is_made && !mayMake) return []
  await client.query(MAKE)
  const { rows: applied } = await client.query<{ name: string }>('select name from migrations order by id')
  return applied.map(({ name }) => name)
}

/**
 * Files that are not applied yet.
 * @throws DatabaseError when they cannot be applied in the order of the files
 */
async function pendingIn(client: pg.ClientBase, dir: string): Promise<string[]> {
  const applied = new Set(await appliedIn(client, true))
  const files = (await readdir(dir)).map((file) => parse(file).name).toSorted()
  const unknown = [...applied].filter((name) => !files.includes(name))
  if (unknown.length > 0) {
    throw new DatabaseError(
      `Базу данных обновила более новая версия системы (${unknown.join(', ')}). Обновите программу и повторите`,
    )
  }
  const pending = files.filter((name) => !applied.has(name))
  const last = [...applied].toSorted().at(-1) ?? ''
  const between = pending.filter((name) => name < last)
  if (between.length > 0) {
    throw new DatabaseError(
      `Базу данных сделала версия системы, которая не была выпущена (нет ${between.join(', ')}, а ${last} есть). ` +
        'Обновление возможно только между выпусками: docs/upgrading.md',
    )
  }
  return pending
}

/** Polls for the lock: if a statement waited for it, an index being created would in turn wait for that statement. */
async function takeTurn(client: pg.ClientBase): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      advisoryLocks.migrating,
    ])
    if (rows[0]?.taken) return
    await setTimeout(LOOK_MS)
  }
}

async function apply(client: pg.ClientBase, path: string, log: Log, patienceMs: number): Promise<void> {
  const { name } = parse(path)
  const sql = await readFile(path, 'utf8')
  let reportedAt = 0
  const reportWait = (waitedMs: number) => {
    if (waitedMs > patienceMs) throw stopped(name, 'таблица всё время занята. Повторите, когда нагрузка меньше')
    if (reportedAt > 0 && waitedMs - reportedAt < TELL_MS) return
    log.info(`Обновление базы данных ждёт своей очереди: ${name}. Люди продолжают работать`)
    reportedAt = waitedMs
  }
  const change = async () => {
    await client.query(sql)
    await client.query('insert into migrations (name, run_on) values ($1, now())', [name])
  }
  await inLine(client, change, reportWait).catch((error: Error) => {
    throw error instanceof pg.DatabaseError ? stopped(name, error.message, error) : error
  })
}

const stopped = (name: string, why: string, cause?: Error) =>
  new DatabaseError(
    `Обновление базы данных остановилось на ${name}: ${why}. Всё, что до него, применено, данные целы`,
    { cause },
  )

function silent() {}
