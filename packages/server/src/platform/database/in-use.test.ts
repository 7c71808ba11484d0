import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { markRestored } from './state.ts'
import { enterDatabase, takeAlone } from './in-use.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function connect() {
  const client = new pg.Client(database.config)
  client.on('error', () => {})
  await client.connect()
  return client
}

async function entered() {
  const sentences: string[] = []
  const leave = await enterDatabase(database.config, {
    onReplaced: (sentence) => sentences.push(sentence),
    forgettingMs: 0,
  })
  return { sentences, leave }
}

/** Processes that hold the lock: their connection is there a moment earlier. */
const HOLDERS = `
  select pid from pg_locks join pg_stat_activity using (pid)
  where locktype = 'advisory' and objid = 20260003 and granted
    and datname = current_database() and application_name like 'vypusk %'`

const LOCKS = `
  select from pg_locks join pg_database d on d.oid = database
  where locktype = 'advisory' and objid = 20260003 and granted and datname = current_database()`

/** Ends the connections of the registered processes, and waits until they are gone. */
async function breakLines(client: pg.Client) {
  const { rows } = await client.query<{ pid: number }>(HOLDERS)
  for (const { pid } of rows) await client.query('select pg_terminate_backend($1, 5000)', [pid])
}

test('several processes use a database, and nobody can replace it meanwhile', async () => {
  const [one, other] = [await entered(), await entered()]
  const alone = await connect()
  await expect(takeAlone(alone, 0)).rejects.toThrow(`Система работает: vypusk`)
  await one.leave()
  await expect(takeAlone(alone, 0)).rejects.toThrow('Остановите её')
  await other.leave()
  await takeAlone(alone)
  await expect(entered()).rejects.toThrow('восстанавливается из копии')
  await alone.end()
  await (await entered()).leave()
})

/** A connection whose process is gone, which the server notices a moment later. */
async function killed(lock: 'shared' | 'alone') {
  const client = await connect()
  await client.query(`select pg_advisory_lock${lock === 'shared' ? '_shared' : ''}(20260003)`)
  return pause(300).then(() => client.end())
}

test('a process that was just killed is not taken for a running one', async () => {
  const gone = killed('shared')
  const alone = await connect()
  await expect.poll(async () => (await alone.query(LOCKS)).rowCount).toBe(1)
  await takeAlone(alone)
  await alone.end()
  await gone
})

test('a restore that was just killed keeps nobody out', async () => {
  const gone = killed('alone')
  const other = await connect()
  await expect.poll(async () => (await other.query(LOCKS)).rowCount).toBe(1)
  const leave = await enterDatabase(database.config, { onReplaced() {} })
  await leave()
  await other.end()
  await gone
})

test('processes of versions without the lock are recognised too', async () => {
  const old = new pg.Client({ ...database.config, application_name: 'vypusk-live' })
  await old.connect()
  const alone = await connect()
  await expect(takeAlone(alone, 0)).rejects.toThrow('vypusk-live')
  await old.end()
  await alone.end()
})

test('a process that lost its connection registers again, and nobody replaces the database', async () => {
  const one = await entered()
  const alone = await connect()
  await breakLines(alone)
  await expect.poll(async () => (await alone.query(HOLDERS)).rowCount).toBe(1)
  await expect(takeAlone(alone, 0)).rejects.toThrow('Система работает')
  await one.leave()
  await alone.end()
  expect(one.sentences).toEqual([])
})

test('a process that reconnects to a database being replaced ends', async () => {
  const one = await entered()
  const [alone, other] = [await connect(), await connect()]
  // Requested before the connections break: the lock is granted the moment they are gone.
  const taken = alone.query('select pg_advisory_lock(20260003)')
  const waiting = async () => (await other.query('select from pg_locks where not granted')).rowCount
  await expect.poll(waiting).toBe(1)
  await breakLines(other)
  await taken
  await expect.poll(() => one.sentences).toEqual([expect.stringContaining('восстановлена из копии')])
  await one.leave()
  await alone.end()
  await other.end()
})

test('a process that reconnects to a replaced database ends', async () => {
  const one = await entered()
  const restorer = await connect()
  await markRestored(restorer, '2026-03-06T06:30:00.000Z')
  await breakLines(restorer)
  await expect.poll(() => one.sentences).toEqual([expect.stringContaining('восстановлена из копии')])
  await one.leave()
  await restorer.end()
})
