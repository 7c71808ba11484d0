import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { deferDdl, keepRunningDeferredDdl, runDeferredDdl } from './deferred-ddl.ts'

const log = { info() {}, warn() {} }
let database: TestDatabase
let client: pg.Client

beforeEach(async () => {
  database = await createTestDatabase()
  client = await connect()
  await client.query('create table notes as select n from generate_series(1, 100) as n')
  await deferDdl(client, [
    'CREATE INDEX notes_first ON public.notes USING btree (n)',
    'CREATE INDEX notes_second ON public.notes USING btree (n DESC) WHERE (n > 5)',
  ])
})
afterEach(async () => {
  await client.end()
  await database.drop()
})

async function connect() {
  const one = new pg.Client(database.config)
  await one.connect()
  return one
}

/** The indexes, each with whether it is valid. */
async function indexes(): Promise<Record<string, boolean>> {
  const { rows } = await client.query<{ name: string; valid: boolean }>(
    `select indexrelid::regclass::text as name, indisvalid as valid from pg_index where indrelid = 'notes'::regclass`,
  )
  return Object.fromEntries(rows.map(({ name, valid }) => [name, valid]))
}
const all = { notes_first: true, notes_second: true }

async function left(): Promise<number> {
  const { rows } = await client.query<{ value: string[] }>(`select value from installation where key = 'deferred_ddl'`)
  return rows[0]?.value.length ?? 0
}

/** An open transaction that an index has to wait for. */
async function whileSomebodyWrites(run: (writer: pg.Client) => Promise<void>) {
  const writer = await connect()
  await writer.query('begin; insert into notes values (101)')
  await run(writer).finally(() => writer.end())
}

const endBuilding = () =>
  client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'create index%'`)

it('runs the deferred steps and then has nothing to do', async () => {
  await runDeferredDdl(database.config, log)
  expect(await indexes()).toEqual(all)
  expect(await left()).toBe(0)
  await runDeferredDdl(database.config, log)
})

it('runs once when several processes start at the same moment', async () => {
  const messages: string[] = []
  const listening = { ...log, info: (text: string) => void messages.push(text) }
  await Promise.all([1, 2, 3].map(() => runDeferredDdl(database.config, listening)))
  expect(await indexes()).toEqual(all)
  expect(messages).toHaveLength(2)
})

it('continues where a process died in the middle of an index', async () => {
  await whileSomebodyWrites(async () => {
    const death = runDeferredDdl(database.config, log).catch(String)
    await expect.poll(indexes).toEqual({ notes_first: false })
    await endBuilding()
    expect(await death).toContain('terminating connection')
  })
  expect(await indexes()).toEqual({ notes_first: false })
  await runDeferredDdl(database.config, log)
  expect(await indexes()).toEqual(all)
  expect(await left()).toBe(0)
})

it('tries again by itself when the database ended its connection', async () => {
  const failures: string[] = []
  await whileSomebodyWrites(async (writer) => {
    const building = keepRunningDeferredDdl(database.config, log, {
      signal: new AbortController().signal,
      onFailure: (error) => void failures.push(String(error)),
      firstPauseMs: 1,
    })
    await expect.poll(indexes).toEqual({ notes_first: false })
    await endBuilding()
    await expect.poll(() => failures).toEqual([expect.stringContaining('terminating connection')])
    await writer.query('commit')
    await building
  })
  expect(failures).toHaveLength(1)
  expect(await indexes()).toEqual(all)
  expect(await left()).toBe(0)
})

it('does not try again when it has to end', async () => {
  const ending = new AbortController()
  const broken = { ...database.config, database: 'no_such_database' }
  let failures = 0
  const onFailure = () => {
    failures += 1
    ending.abort()
  }
  await keepRunningDeferredDdl(broken, log, { signal: ending.signal, onFailure })
  expect(failures).toBe(1)
})

it('leaves the rest for the next start when it has to end', async () => {
  await whileSomebodyWrites(async () => {
    const ending = new AbortController()
    const building = runDeferredDdl(database.config, log, { signal: ending.signal })
    await expect.poll(indexes).toEqual({ notes_first: false })
    ending.abort()
    await building
  })
  expect(await left()).toBe(2)
  await runDeferredDdl(database.config, log)
  expect(await indexes()).toEqual(all)
})

it('does not block writes', async () => {
  await whileSomebodyWrites(async (writer) => {
    const building = runDeferredDdl(database.config, log)
    await expect.poll(indexes).toEqual({ notes_first: false })
    await client.query("set lock_timeout = '1s'; insert into notes values (102)")
    await writer.query('commit')
    await building
  })
  expect(await indexes()).toEqual(all)
})
