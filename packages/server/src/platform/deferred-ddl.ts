import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from './log.ts'

/**
 * What a big load leaves to be done behind the running product: indexes that only make lists quicker, and a second look
 * at references. Until then every answer is right, and the big lists are slow (docs/decisions/0035). What is left is
 * noted in the database, so whoever starts next goes on with it.
 */

const KEY = 'deferred_ddl'
/** Any number of this product's own. */
const BUILDING_LOCK = 20_260_002
const LOOK_MS = 500

/**
 * Notes what is still to be done, in the transaction that loads the rows.
 * @param statements in their order: indexes as `pg_get_indexdef` gives them, none of them unique, and other statements
 *   that may be run twice and keep nobody from writing
 */
export async function deferDdl(client: pg.ClientBase, statements: readonly string[]): Promise<void> {
  await client.query('insert into installation (key, value) values ($1, $2)', [KEY, JSON.stringify(statements)])
}

/**
 * Does what was left, one statement after the other, in one process at a time; resolves when nothing is left, whoever
 * has done it.
 * @param signal gives up: the rest is left for the next start
 */
export async function runDeferredDdl(config: pg.ClientConfig, log: Log, signal?: AbortSignal): Promise<void> {
  const client = new pg.Client(config)
  // The statement under way hears of a lost connection itself.
  client.on('error', () => undefined)
  const giveUp = () => void client.end()
  await client.connect()
  try {
    signal?.throwIfAborted()
    signal?.addEventListener('abort', giveUp)
    await runLeft(client, log, signal)
  } catch (error) {
    if (!signal?.aborted) throw error
  } finally {
    signal?.removeEventListener('abort', giveUp)
    await client.end()
  }
}

async function runLeft(client: pg.ClientBase, log: Log, signal?: AbortSignal): Promise<void> {
  if ((await readDeferred(client)).length === 0) return
  await takeTurn(client, signal)
  // Another process may have done it all meanwhile.
  const { length } = await readDeferred(client)
  if (length === 0) return
  const before = performance.now()
  log.info(`Индексы больших списков строятся, осталось ${length}. Работать уже можно, списки пока медленнее`)
  // One processor at most: the others are for the people who work meanwhile.
  await client.query("set maintenance_work_mem = '256MB'; set max_parallel_maintenance_workers = 0")
  for (let [next] = await readDeferred(client); next; [next] = await readDeferred(client)) {
    await runOne(client, next)
    await client.query('update installation set value = value - 0 where key = $1', [KEY])
  }
  await client.query('delete from installation where key = $1', [KEY])
  log.info(`Индексы больших списков построены за ${Math.ceil((performance.now() - before) / 1000)} с`)
}

async function readDeferred(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ value: string[] }>('select value from installation where key = $1', [KEY])
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

async function runOne(client: pg.ClientBase, statement: string): Promise<void> {
  const name = CREATE_INDEX.exec(statement)?.[1]
  if (name) await dropBroken(client, name)
  // Concurrently: whoever saves meanwhile does not wait.
  await client.query(statement.replace(CREATE_INDEX, 'create index concurrently if not exists $1 on '))
}

/** What a process that died half-way has left takes up room and answers nothing. */
async function dropBroken(client: pg.ClientBase, name: string): Promise<void> {
  const broken = 'select from pg_index where indexrelid = to_regclass($1) and not indisvalid'
  const { rowCount } = await client.query(broken, [name])
  if (rowCount) await client.query(`drop index concurrently ${name}`)
}
