import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { advisoryLocks } from './advisory-locks.ts'
import { inLine } from './in-line.ts'
import type { Log } from '../runtime/log.ts'
import { liftLimits } from './long-work.ts'

/**
 * Work on the database that a large import or an upgrade leaves to be done while the product is already running:
 * creating indexes, validating references and other constraints, rewriting many rows in batches. Until then all answers
 * are correct, but large lists are slow (docs/decisions/0035, 0057). Unfinished steps are stored in the database, so
 * the next process that starts continues with them.
 */

const KEY = 'deferred_ddl'
const LOOK_MS = 500
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 10 * 60_000
/** Rows in a batch: few enough that nobody waiting for one of them notices. */
const BATCH = 2_000

/** Sets columns of all rows that need it, in pieces ordered by the key. May be run twice. */
export interface Batches {
  table: string
  /** An integer column that identifies a row. */
  key: string
  /** For example «month = date_trunc(…)». */
  set: string
  /** A condition that is true for rows still to be changed: «month is null». */
  where: string
}

/**
 * A non-unique index as printed by `pg_get_indexdef`; batches; or another statement that may be run twice and is either
 * quick or does not block writes, such as `alter table … validate constraint …`.
 */
export type Step = string | Batches

/** Stores the steps still to be done, in the transaction that loads the rows; migrations do the same in SQL. */
export async function deferDdl(client: pg.ClientBase, steps: readonly Step[]): Promise<void> {
  const value = JSON.stringify(steps)
  await client.query(
    `insert into installation as known (key, value) values ($1, $2)
     on conflict (key) do update set value = known.value || excluded.value`,
    [KEY, value],
  )
}

interface DeferredDdlOptions {
  /** Aborts; the rest is left for the next start. */
  signal?: AbortSignal
  /** The schema of the tables, if they are not those in use. */
  schema?: string
}

/**
 * Runs the stored steps one after the other, in one process at a time. Resolves when none are left, whichever process
 * ran them.
 */
export async function runDeferredDdl(
  config: pg.ClientConfig,
  log: Log,
  { signal, schema }: DeferredDdlOptions = {},
): Promise<void> {
  const client = new pg.Client(config)
  // A lost connection is reported by the running statement.
  client.on('error', () => undefined)
  const giveUp = () => void client.end()
  await client.connect()
  try {
    signal?.throwIfAborted()
    signal?.addEventListener('abort', giveUp)
    await liftLimits(client)
    if (schema) await client.query(lookFirstIn, [schema])
    await runLeft(client, log, signal)
  } catch (error) {
    if (!signal?.aborted) throw error
  } finally {
    signal?.removeEventListener('abort', giveUp)
    await client.end()
  }
}

interface KeepRunningOptions {
  /** Aborts; the rest is left for the next start. */
  signal: AbortSignal
  /** Called with every error, and the pause until the next attempt. */
  onFailure: (error: unknown, pauseMs: number) => void
  firstPauseMs?: number
}

/**
 * Runs the stored steps while the product runs. A restart of the database, a failover or a deadlock ends an attempt and
 * not the work: it is continued after a pause, which grows because a step may keep failing.
 */
export async function keepRunningDeferredDdl(
  config: pg.ClientConfig,
  log: Log,
  { signal, onFailure, firstPauseMs = FIRST_PAUSE_MS }: KeepRunningOptions,
): Promise<void> {
  for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await runDeferredDdl(config, log, { signal })
    } catch (error) {
      onFailure(error, pauseMs)
      await setTimeout(pauseMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
}

/** Until the connection ends, names without a schema refer to this one first. */
export const lookFirstIn = `select set_config('search_path', quote_ident($1) || ', ' || current_setting('search_path'), false)`

async function runLeft(client: pg.ClientBase, log: Log, signal?: AbortSignal): Promise<void> {
  if ((await readDeferred(client)).length === 0) return
  await takeTurn(client, signal)
  // Another process may have done everything in the meantime.
  const { length } = await readDeferred(client)
  if (length === 0) return
  const before = performance.now()
  log.info(
    `База данных доводится до конца, осталось работ: ${length}. Работать уже можно, большие списки пока медленнее`,
  )
  // Uses at most one processor; the others are for the people working meanwhile.
  await client.query("set maintenance_work_mem = '256MB'; set max_parallel_maintenance_workers = 0")
  for (let [next] = await readDeferred(client); next; [next] = await readDeferred(client)) {
    await runOne(client, next)
    await client.query('update installation set value = value - 0 where key = $1', [KEY])
  }
  await client.query('delete from installation where key = $1', [KEY])
  log.info(`База данных доведена до конца за ${Math.ceil((performance.now() - before) / 1000)} с`)
}

async function readDeferred(client: pg.ClientBase): Promise<Step[]> {
  const { rows } = await client.query<{ value: Step[] }>('select value from installation where key = $1', [KEY])
  return rows[0]?.value ?? []
}

/** Polls for the lock: if a statement waited for it, the index being created would in turn wait for that statement. */
async function takeTurn(client: pg.ClientBase, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      advisoryLocks.building,
    ])
    if (rows[0]?.taken) return
    await setTimeout(LOOK_MS, undefined, signal ? { signal } : {})
  }
}

const CREATE_INDEX = /^CREATE INDEX (\S+) ON /

async function runOne(client: pg.ClientBase, step: Step): Promise<void> {
  if (typeof step === 'string') await runStatement(client, step)
  else await runBatches(client, step)
}

/** Each batch is a transaction of its own, so saving a row waits for at most one of them. */
async function runBatches(client: pg.ClientBase, { table, key, set, where }: Batches): Promise<void> {
  const { rows } = await client.query<{ last: number }>(`select coalesce(max(${key}), 0)::float8 as last from ${table}`)
  const last = rows[0]?.last ?? 0
  for (let from = 0; from < last; from += BATCH) {
    await client.query(`update ${table} set ${set} where ${key} > $1 and ${key} <= $2 and (${where})`, [
      from,
      from + BATCH,
    ])
  }
}

async function runStatement(client: pg.ClientBase, statement: string): Promise<void> {
  const name = CREATE_INDEX.exec(statement)?.[1]
  if (!name) return inLine(client, () => client.query(statement))
  await dropBroken(client, name)
  // Concurrently, so that writes do not wait.
  await client.query(statement.replace(CREATE_INDEX, 'create index concurrently if not exists $1 on '))
}

/** An invalid index left behind by a process that died takes up space and is never used. */
async function dropBroken(client: pg.ClientBase, name: string): Promise<void> {
  const broken = 'select from pg_index where indexrelid = to_regclass($1) and not indisvalid'
  const { rowCount } = await client.query(broken, [name])
  if (rowCount) await client.query(`drop index concurrently ${name}`)
}
