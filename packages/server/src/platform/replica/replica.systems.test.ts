import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabaseProxy } from '../../testing/servers/database-proxy.ts'
import { startPgBouncer } from '../../testing/servers/pgbouncer.ts'
import { freePort } from '../../testing/port.ts'
import { startDebianPostgres, startDebianReplica, type DebianPostgres } from '../../testing/servers/postgres.ts'
import { whyNot } from '../database/connect.ts'
import { openDatabases } from '../database/databases.ts'
import { readInParts } from '../documents/parts.ts'
import { lsnOf } from './positions.ts'
import { mayReadReplica } from './reading.ts'
import { tryReplica } from './trying.ts'

const WAIT_MS = 200

let [primary, replica] = [] as unknown as [DebianPostgres, DebianPostgres]
beforeAll(async () => {
  primary = await startDebianPostgres()
  replica = await startDebianReplica(primary)
})
afterAll(async () => {
  await replica.stop()
  await primary.stop()
})

/** The last queries on the connections for reading. */
const queriesOf = (server: DebianPostgres) =>
  server.rows<{ query: string }>(`select query from pg_stat_activity where application_name = 'vypusk-reading'`)

/** Only the platform, connected to the replica in a way that a test can break. */
async function openHere(config: pg.ClientConfig = replica.config, { config: by } = primary) {
  const url = config.connectionString ?? ''
  const messages: string[] = []
  const log = { info: (text: string) => void messages.push(text), warn: (text: string) => void messages.push(text) }
  const limits = { connections: 10, waitMs: 10_000, statementMs: 30_000, lockMs: 8000 }
  const opened = await openDatabases({ config: by, log, limits, replicaOf: { url, waitMs: WAIT_MS } })
  return { ...opened, messages, replica: opened.databases.replica! }
}

test('a workbook begun at the replica is finished at the primary, with each row once', async () => {
  const { databases: by, replica: there, close } = await openHere()
  await primary.rows('create table counted (id int primary key); insert into counted select generate_series(1, 2500)')
  await expect.poll(there.state).toBe('ready')
  const read = mayReadReplica(() =>
    readInParts<number[]>(by.longDb, {
      all: () => sql<{ id: number }>`select id from counted order by id`,
      each: async (_, ids) => ids,
    }),
  )
  await read.next()
  const found: number[] = [...(await read.next()).value]
  expect(there.counts()).toEqual({ replica: 1, primary: 0 })
  replica.kill()
  await expect.poll(there.state).toBe('away')
  for await (const part of read) found.push(...(part ?? []))
  expect(found).toEqual(Array.from({ length: 2500 }, (_, n) => n + 1))
  await replica.start()
  await close()
})

test('a read that conflicts with replay on the replica is answered by the primary', async () => {
  await replica.rows(`alter system set max_standby_streaming_delay = '50ms'`)
  await replica.rows('select pg_reload_conf()')
  const { databases: by, replica: there, close } = await openHere()
  await primary.rows('create table cleaned (id int); insert into cleaned select generate_series(1, 3)')
  await expect.poll(there.state).toBe('ready')
  const reading = mayReadReplica(() => sql`select id, pg_sleep(1) from cleaned`.execute(by.db))
  await expect.poll(() => queriesOf(replica)).toContainEqual({ query: 'select id, pg_sleep(1) from cleaned' })
  await primary.rows('delete from cleaned where id > 1')
  await primary.rows('vacuum cleaned')
  expect((await reading).rows).toHaveLength(1)
  await close()
})

test('a silent replica holds up nobody for long', async () => {
  const proxy = await openDatabaseProxy(replica.config)
  const { databases: by, replica: there, close } = await openHere(proxy.config)
  await expect.poll(there.state).toBe('ready')
  const reading = mayReadReplica(() => sql`select pg_sleep(1)`.execute(by.db))
  await expect.poll(() => queriesOf(replica)).toContainEqual({ query: 'select pg_sleep(1)' })
  const from = performance.now()
  proxy.silent(true)
  await reading
  expect(performance.now() - from).toBeLessThan(15_000)
  expect(there.state()).toBe('away')
  proxy.silent(false)
  await expect.poll(there.state).toBe('ready')
  await close()
  await proxy.close()
})

test('writes go to the primary, and so do the reads after them', async () => {
  const { databases: by, replica: there, close } = await openHere()
  await primary.rows('create table written (id int)')
  await expect.poll(there.state).toBe('ready')
  await mayReadReplica(async () => {
    await sql`select count(*) from written`.execute(by.db)
    expect(there.counts()).toEqual({ replica: 1, primary: 0 })
    await sql`insert into written values (1)`.execute(by.db)
    expect((await sql`select * from written`.execute(by.db)).rows).toHaveLength(1)
  })
  expect(there.counts()).toEqual({ replica: 1, primary: 2 })
  await sql`select count(*) from written`.execute(by.db)
  expect(there.counts()).toEqual({ replica: 1, primary: 2 })
  await close()
})

test('behind a pooler in transaction mode it is used too', async () => {
  const bouncer = await startPgBouncer('transaction', replica.port)
  const { databases: by, replica: there, close } = await openHere({ connectionString: bouncer.url })
  await expect.poll(there.state).toBe('ready')
  const many = Array.from({ length: 40 }, (_, n) => mayReadReplica(() => sql`select ${n}::int as n`.execute(by.db)))
  expect((await Promise.all(many)).map(({ rows }) => rows)).toEqual(many.map((_, n) => [{ n }]))
  expect(there.counts().replica).toBe(40)
  await close()
  await bouncer.stop()
})

test.each<[string, () => Promise<string>, string]>([
  ['the primary itself', async () => primary.config.connectionString, 'он не реплика'],
  ['another database', async () => replica.config.connectionString.replace('/postgres', '/template1'), 'другая база'],
  ['nobody', async () => `postgres://app@127.0.0.1:${await freePort()}/postgres`, 'не отвечает'],
])('an address of %s is not used, and reported', async (_, urlOf, sentence) => {
  const { databases: by, replica: there, messages, close } = await openHere({ connectionString: await urlOf() })
  await mayReadReplica(() => sql`select 1`.execute(by.db))
  expect([there.state(), there.counts()]).toEqual(['away', { replica: 0, primary: 1 }])
  expect(messages.join()).toContain(sentence)
  const tried = await tryReplica({ url: await urlOf(), waitMs: WAIT_MS }, primary.config, whyNot)
  expect(tried.isGood).toBe(false)
  await close()
})

test('a replica of a former primary is not used, however far it has replayed', async () => {
  const next = await startDebianReplica(primary, 'next')
  next.promote()
  await primary.rows('create table further as select generate_series(1, 20000)')
  const lsn = (server: DebianPostgres, where: string) => server.rows<{ lsn: string }>(`select ${where}::text as lsn`)
  const [near] = await lsn(next, 'pg_current_wal_flush_lsn()')
  const far = async () => lsnOf((await lsn(replica, 'pg_last_wal_replay_lsn()'))[0]!.lsn)
  await expect.poll(far).toBeGreaterThan(lsnOf(near!.lsn))
  const { databases: by, replica: there, close } = await openHere(replica.config, next)
  await mayReadReplica(() => sql`select 1`.execute(by.db))
  expect([there.state(), there.counts()]).toEqual(['late', { replica: 0, primary: 1 }])
  await close()
  await next.stop()
})

test('an administrator can see how late it is', async () => {
  const tried = await tryReplica({ url: replica.config.connectionString, waitMs: WAIT_MS }, primary.config, whyNot)
  expect(tried).toEqual({
    isGood: true,
    sentence: expect.stringMatching(/^Реплика отвечает, отставание не больше \d+ мс$/),
  })
})
