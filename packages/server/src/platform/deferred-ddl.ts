import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { inLine } from './in-line.ts'
import type { Log } from './log.ts'

/**
 * What a big load and an upgrade leave to be done behind the running product: indexes, a second look at references and
 * other constraints, rewriting of many rows in batches. Until then every answer is right, and the big lists are slow
 * (docs/decisions/0035, 0057). What is left is noted in the database, so whoever starts next goes on with it.
 */

const KEY = 'deferred_ddl'
/** Any number of this product's own. */
const BUILDING_LOCK = 20_260_002
const LOOK_MS = 500
/** Rows of one batch: few enough that whoever wants one of them does not notice. */
const BATCH = 2_000

/** Sets columns of all rows that want it, piece by piece in the order of their key; may be run twice. */
export interface Batches {
  table: string
  /** A whole number that names a row. */
  key: string
  /** «month = date_trunc(…)» */
  set: string
  /** True of a row for as long as it is to be done: «month is null». */
  where: string
}

/**
 * An index as `pg_get_indexdef` gives it, not unique; batches; or another statement that may be run twice and is quick or
 * keeps nobody from writing, such as `alter table … validate constraint …`.
 */
export type Step = string | Batches

/** Notes what is still to be done, in the transaction that loads the rows; migrations do the same in SQL. */
export async function deferDdl(client: pg.ClientBase, steps: readonly Step[]): Promise<void> {
  const value = JSON.stringify(steps)
  await client.query(
    `insert into installation as known (key, value) values ($1, $2)
     on conflict (key) do update set value = known.value || excluded.value`,
    [KEY, value],
  )
}

interface DeferredDdlOptions {
  /** Gives up: the rest is left for the next start. */
  signal?: AbortSignal
  /** Where the tables are when they are not those that people work with. */
  schema?: string
}

/**
 * Does what was left, one statement after the other, in one process at a time; resolves when nothing is left, whoever
 * has done it.
 */
export async function runDeferredDdl(
  config: pg.ClientConfig,
  log: Log,
  { signal, schema }: DeferredDdlOptions = {},
): Promise<void> {
  const client = new pg.Client(config)
  // The statement under way hears of a lost connection itself.
  client.on('error', () => undefined)
  const giveUp = () => void client.end()
  await client.connect()
  try {
    signal?.throwIfAborted()
    signal?.addEventListener('abort', giveUp)
    if (schema) await client.query(lookFirstIn, [schema])
    await runLeft(client, log, signal)
  } catch (error) {
    if (!signal?.aborted) throw error
  } finally {
    signal?.removeEventListener('abort', giveUp)
    await client.end()
  }
}

/** Names without a schema mean those of this one, until the connection ends. */
export const lookFirstIn = `select set_config('search_path', quote_ident($1) || ', ' || current_setting('search_path'), false)`

async function runLeft(client: pg.ClientBase, log: Log, signal?: AbortSignal): Promise<void> {
  if ((await readDeferred(client)).length === 0) return
  await takeTurn(client, signal)
  // Another process may have done it all meanwhile.
  const { length } = await readDeferred(client)
  if (length === 0) return
  const before = performance.now()
  log.info(
    `База данных доводится до конца, осталось работ: ${length}. Работать уже можно, большие списки пока медленнее`,
  )
  // One processor at most: the others are for the people who work meanwhile.
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

/** Waits by looking: a statement that waited for the lock would itself be waited for by the index under way. */
async function takeTurn(client: pg.ClientBase, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [BUILDING_LOCK])
    if (rows[0]?.taken) return
    await setTimeout(LOOK_MS, undefined, signal ? { signal } : {})
  }
}

const CREATE_INDEX = /^CREATE INDEX (\S+) ON /

async function runOne(client: pg.ClientBase, step: Step): Promise<void> {
  if (typeof step === 'string') await runStatement(client, step)
  else await runBatches(client, step)
}

/** Each batch is a transaction of its own: whoever saves a row meanwhile waits for one of them at most. */
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
  // Concurrently: whoever saves meanwhile does not wait.
  await client.query(statement.replace(CREATE_INDEX, 'create index concurrently if not exists $1 on '))
}

/** What a process that died half-way has left takes up room and answers nothing. */
async function dropBroken(client: pg.ClientBase, name: string): Promise<void> {
  const broken = 'select from pg_index where indexrelid = to_regclass($1) and not indisvalid'
  const { rowCount } = await client.query(broken, [name])
  if (rowCount) await client.query(`drop index concurrently ${name}`)
}
