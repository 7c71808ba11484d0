import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { auth, health, refusals, releases, requests, tokens, type RefusalCode } from '@vypusk/contract'
import { openProduct } from '../../app.ts'
import { PATIENT_DATABASE, testApp, type TestApp } from '../../testing/app.ts'
import { run, waitingForLocks } from '../../testing/database.ts'
import { openDatabaseProxy } from '../../testing/servers/database-proxy.ts'
import { makePeople } from '../../testing/making/make.ts'
import { refusalOfTrouble } from './away.ts'
import { readSettings } from '../settings.ts'

/** What people see, and what keeps working, while the database is in trouble. */

let product: TestApp
let token: string
beforeAll(async () => {
  product = await testApp()
  await makePeople(product.deps.db)
  const { body } = await product.anonymous(auth.login, { body: { login: 'manager', password: 'demo' } })
  token = body.access_token
})
afterAll(() => product.close())

/** Another process on the same database. */
async function another(limits: Record<string, string>, config = product.config) {
  const settings = readSettings({ DATA_DIR: product.dataDir, ...limits })
  const log = pino({ level: 'silent' })
  const node = await openProduct({ settings, config, log, clock: product.clock, isByTheClock: false })
  onTestFinished(() => node.close())
  const call = (url: string, body?: object, as = token) => {
    const headers = { authorization: `Bearer ${as}` }
    return node.app.inject({ url, headers, ...(body ? { method: 'POST', payload: body } : {}) })
  }
  const ask = async (...args: Parameters<typeof call>) => {
    const reply = await call(...args)
    return { status: reply.statusCode, message: reply.json().message, retryAfter: reply.headers['retry-after'] }
  }
  return { ...node, call, ask }
}

const USER = `/api${auth.getUser.path}`
const LIST = `/api${requests.backlogSummary.path}`
const READY = `/api${health.ready.path}`
const AWAY = { status: 503, message: 'База данных временно недоступна. Подождите минуту и повторите', retryAfter: '5' }

/**
 * Locks a table as rebuilding it would.
 * @returns a function that unlocks it
 */
async function lock(table: string) {
  const held = Promise.withResolvers<void>()
  const { promise: isFree, resolve: free } = Promise.withResolvers<void>()
  const holding = product.deps.db.transaction().execute(async (tx) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx)
    held.resolve()
    await isFree
  })
  await held.promise
  return async () => {
    free()
    await holding
  }
}

test('while the database is gone or silent calls get 503, and everything works again when it is back', async () => {
  const proxy = await openDatabaseProxy(product.config)
  onTestFinished(proxy.close)
  const limits = { DATABASE_WAIT_SECONDS: '0.3', DATABASE_STATEMENT_SECONDS: '1' }
  const node = await another(limits, proxy.config)
  await expect.poll(() => node.ask(USER)).toMatchObject({ status: 200 })
  proxy.silent(true)
  // On the connection that worked a moment ago, and on a new one.
  expect(await node.ask(USER)).toEqual(AWAY)
  expect(await node.ask(USER)).toEqual(AWAY)
  expect(await node.ask(READY)).toEqual(AWAY)
  const metricsText = await node.metrics.registry.metrics()
  expect(metricsText).toContain('vypusk_database_up 0')
  expect(metricsText).toContain('process_resident_memory_bytes')
  proxy.silent(false)
  await expect.poll(() => node.ask(USER)).toMatchObject({ status: 200 })
  await expect.poll(() => node.ask(READY)).toMatchObject({ status: 200 })
})

/** Limits so high that only the watch over the connections can end a wait. */
const ENDLESS = { DATABASE_WAIT_SECONDS: '3600', DATABASE_STATEMENT_SECONDS: '3600', DATABASE_LOCK_SECONDS: '3600' }

test('nobody waits for the time limits on a dead connection', async () => {
  const proxy = await openDatabaseProxy(product.config)
  const node = await another(ENDLESS, proxy.config)
  onTestFinished(proxy.close)
  const list = () => node.ask(LIST, {})
  await expect.poll(list).toMatchObject({ status: 200 })
  // Existing connections die, and new ones work.
  proxy.freeze()
  await expect.poll(list).toMatchObject({ status: 200 })
  // All connections are silent, and there are more callers than connections.
  proxy.silent(true)
  const waiting = await Promise.all(Array.from({ length: 30 }, list))
  expect(new Set(waiting.map(({ status }) => status))).toEqual(new Set([503]))
  proxy.silent(false)
  await expect.poll(list).toMatchObject({ status: 200 })
})

test('locks of a dead connection are released once it is found dead', async () => {
  const proxy = await openDatabaseProxy(product.config)
  const node = await another(ENDLESS, proxy.config)
  onTestFinished(proxy.close)
  const dying = node.deps.db.transaction().execute(async (tx) => {
    await sql`lock table requests in access exclusive mode`.execute(tx)
    proxy.freeze()
    await sql`select 1`.execute(tx)
  })
  await expect(dying).rejects.toThrow('the line to the database is lost')
  await expect.poll(() => node.ask(LIST, {})).toMatchObject({ status: 200 })
})

test('a slow statement on a working connection is left alone', async () => {
  const node = await another(ENDLESS)
  // The connection is examined several times meanwhile, with no data in either direction.
  const long = sql`select pg_sleep(4)`.execute(node.deps.db)
  await expect(long).resolves.toBeTruthy()
})

test.each<[string, RefusalCode, string]>([
  ['53100', 'database_away', '5'],
  ['53200', 'database_away', '5'],
  ['53300', 'database_away', '5'],
  ['08006', 'database_away', '5'],
  ['57P01', 'database_away', '5'],
  ['57P02', 'database_away', '5'],
  ['57P03', 'database_away', '5'],
  ['25P03', 'database_away', '5'],
  ['25006', 'read_only', '30'],
  ['55P03', 'database_busy', '3'],
  ['57014', 'took_too_long', '10'],
])('a database error %s is answered with 503, %s, to be retried in %s s', async (code, kind, retryAfter) => {
  const raising = sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`).execute(product.deps.db)
  const refusal = refusalOfTrouble(await raising.catch((error: unknown) => error))
  const [status, message] = refusals[kind]
  expect(refusal).toMatchObject({ status, message, headers: { 'Retry-After': retryAfter } })
  expect(status).toBe(503)
})

test('a wrong query does not count as trouble of the database', async () => {
  const error = await sql`select 1 / 0`.execute(product.deps.db).catch((thrown: unknown) => thrown)
  expect([refusalOfTrouble(error), refusalOfTrouble(new Error('ours')), refusalOfTrouble(undefined)]).toEqual(
    Array(3).fill(undefined),
  )
})

test('calls on connections ended by the server get 503, and the connections are replaced', async () => {
  const node = await another(PATIENT_DATABASE)
  await node.ask(USER)
  const ending = node.deps.db.connection().execute(async (one) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(one)
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(product.deps.db)
    return sql`select 1`.execute(one)
  })
  const error = await ending.catch((thrown: unknown) => thrown)
  expect(refusalOfTrouble(error)).toMatchObject({ status: 503, message: AWAY.message })
  expect(await node.ask(USER)).toMatchObject({ status: 200 })
})

test('when all connections are taken, calls get a retry time and the process stays ready', async () => {
  const node = await another({ ...PATIENT_DATABASE, DATABASE_CONNECTIONS: '4', DATABASE_WAIT_SECONDS: '0.2' })
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  const holding: Promise<void>[] = []
  while (holding.length < 4) {
    const begun = Promise.withResolvers<void>()
    const held = node.deps.db.connection().execute(() => (begun.resolve(), isOver))
    // On a slow machine a connection may take longer than a call may wait for it.
    const isHeld = await Promise.race([begun.promise.then(() => true), held.catch(() => false)])
    if (isHeld) holding.push(held)
  }
  expect(await node.ask(USER)).toEqual(AWAY)
  expect(await node.ask(READY)).toMatchObject({ status: 200 })
  end()
  await Promise.all(holding)
  expect(await node.ask(USER)).toMatchObject({ status: 200 })
})

test('a locked table holds up only the calls that need it', async () => {
  const node = await another({ ...PATIENT_DATABASE, DATABASE_CONNECTIONS: '6' })
  const unlock = await lock('requests')
  // As many as there are connections altogether.
  const held = Array.from({ length: 6 }, () => node.ask(LIST, {}))
  await expect.poll(() => waitingForLocks(product.deps.db)).toBeGreaterThanOrEqual(2)
  for (let call = 0; call < 6; call += 1) {
    expect(await node.ask(`/api${auth.getSettings.path}`)).toMatchObject({ status: 200 })
  }
  expect(await node.ask(USER)).toMatchObject({ status: 200 })
  await unlock()
  for (const { status } of await Promise.all(held)) expect(status).toBe(200)
})

test('calls that need something locked for long get a retry time', async () => {
  const node = await another({ ...PATIENT_DATABASE, DATABASE_LOCK_SECONDS: '0.1' })
  const unlock = await lock('requests')
  const message = 'Данные сейчас заняты другим действием. Подождите немного и повторите'
  expect(await node.ask(LIST, {})).toEqual({ status: 503, message, retryAfter: '3' })
  await unlock()
  expect(await node.ask(LIST, {})).toMatchObject({ status: 200 })
})

test('statements have a time limit, and those of workbooks a longer one', async () => {
  const node = await another({ DATABASE_STATEMENT_SECONDS: '0.1' })
  const sleep = sql`select pg_sleep(0.5)`
  await expect(sleep.execute(node.deps.db)).rejects.toMatchObject({ code: '57014' })
  await expect(sleep.execute(node.deps.longDb)).resolves.toBeTruthy()
})

test('locks of a dead connection are released within a minute, also those of long reads', async () => {
  const node = await another({})
  const idle = (db: typeof node.deps.db) => sql`show idle_in_transaction_session_timeout`.execute(db)
  const [usual, long] = await Promise.all([idle(node.deps.db), idle(node.deps.longDb)])
  expect([usual.rows, long.rows]).toEqual([
    [{ idle_in_transaction_session_timeout: '1min' }],
    [{ idle_in_transaction_session_timeout: '10min' }],
  ])
})

test('a read-only database still shows everything, and changes are refused with an explanation', async () => {
  const proxy = await openDatabaseProxy(product.config)
  onTestFinished(proxy.close)
  const node = await another(PATIENT_DATABASE, proxy.config)
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(product.deps.db)
  const name = rows[0]?.name ?? ''
  const program = await node.call(`/api${tokens.create.path}`, { name: 'CI', scope: 'read', days: 30 })
  await run(product.config, `alter database ${name} set default_transaction_read_only = on`)
  // New connections are read-only.
  proxy.cut()
  const made = { title: 'Весна', start_date: '2026-03-02', plan_date: '2026-04-01' }
  const message = 'Сейчас данные можно только смотреть: база данных открыта только для чтения. Повторите позже'
  await expect.poll(() => node.ask(LIST, {})).toMatchObject({ status: 200 })
  // When the person or the token was last seen can no longer be written.
  product.clock.set(new Date(product.clock.now().getTime() + 6 * 60_000).toISOString())
  expect(await node.ask(USER)).toMatchObject({ status: 200 })
  expect(await node.ask(USER, undefined, program.json().access_token)).toMatchObject({ status: 200 })
  const save = `/api${releases.save.path.replace(':id', '0')}`
  expect(await node.ask(save, made)).toEqual({ status: 503, message, retryAfter: '30' })
  await expect.poll(() => node.ask(READY)).toMatchObject({ status: 503, message })
  await run(product.config, `begin read write; alter database ${name} reset default_transaction_read_only; commit`)
})
