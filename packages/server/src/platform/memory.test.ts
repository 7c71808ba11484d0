import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { openDatabaseProxy } from '../testing/servers/database-proxy.ts'
import { makeCompany } from '../testing/making/make.ts'
import type { Db } from './database.ts'
import { openDatabases } from './database/databases.ts'
import { listenTo } from './database/listening.ts'
import { remembered, type MemoryTimes } from './memory.ts'
import { readSettings } from './settings.ts'

/** The memory of a process is never outdated for longer than a notification takes. */

const log = pino({ level: 'silent' })
// Long enough that nothing is forgotten by itself during a test.
const USUAL: MemoryTimes = { proveMs: 20, soundMs: 20_000, mostMs: 600_000 }

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** The connections of a process, its listening connection, and how often it has read names. */
async function node(times = USUAL, { line = database.config }: { line?: TestDatabase['config'] } = {}) {
  const { databases, memory, close } = await openDatabases({
    config: database.config,
    log,
    limits: readSettings({}).databaseLimits,
    times,
  })
  const onBack = () => memory.forgetAll()
  const listening = listenTo({ config: line, handlers: memory.handlers, onLost: onBack, onBack, log, answerMs: 500 })
  await listening.start()
  onTestFinished(async () => {
    await listening.stop()
    await close()
  })
  const reading = { times: 0, before: async () => {} }
  const names = remembered({ of: ['companies'], most: 3 }, async (db, ids: number[]) => {
    reading.times += 1
    const rows = await db.selectFrom('companies').select(['idcomp', 'namecomp']).where('idcomp', 'in', ids).execute()
    await reading.before()
    return rows.map(({ idcomp, namecomp }) => [idcomp, namecomp] as const)
  })
  const nameOf = async (id: number, db: Db = databases.db) => (await names(db, [id])).get(id)
  /** Waits until a repeated request no longer reads from the database. */
  const remembers = async (id: number) => {
    const asksFor = async () => {
      const { times: before } = reading
      await nameOf(id)
      return reading.times - before
    }
    await expect.poll(asksFor).toBe(0)
  }
  return { db: databases.db, listening, nameOf, reading, remembers }
}
type Node = Awaited<ReturnType<typeof node>>

let id: number
let first: string
/** @returns the new name */
async function rename(db: Db): Promise<string> {
  const namecomp = `ООО «${randomUUID()}»`
  await db.updateTable('companies').set({ namecomp }).where('idcomp', '=', id).execute()
  return namecomp
}

async function made(one: Node) {
  id = await makeCompany(one.db)
  first = (await one.nameOf(id)) ?? ''
  await one.remembers(id)
}

describe('between processes', () => {
  test('changes made by another process are noticed', async () => {
    const [one, other] = [await node(), await node()]
    await made(one)
    const name = await rename(other.db)
    await expect.poll(() => one.nameOf(id)).toBe(name)
  })

  test('data that changes while it is being read is not remembered', async () => {
    const [one, other] = [await node(), await node()]
    await made(one)
    await rename(one.db)
    let name = ''
    // After the rows are read and before they are returned, another process commits and its notification arrives.
    one.reading.before = async () => {
      one.reading.before = async () => {}
      name = await rename(other.db)
      await one.listening.look()
    }
    expect(await one.nameOf(id)).not.toBe(name)
    expect(await one.nameOf(id)).toBe(name)
  })
})

describe('in one process', () => {
  let one: Node
  beforeEach(async () => {
    one = await node()
    await made(one)
  })

  test('own changes are visible at once, before they are announced', async () => {
    await one.listening.stop()
    const name = await rename(one.db)
    expect(await one.nameOf(id)).toBe(name)
  })

  test('changes in a transaction are visible from its commit on', async () => {
    const name = await one.db.transaction().execute(async (tx) => {
      const later = await rename(tx)
      expect(await one.nameOf(id)).toBe(first)
      return later
    })
    expect(await one.nameOf(id)).toBe(name)
  })

  test('the same on a connection that has had a transaction before', async () => {
    await one.listening.stop()
    const name = await one.db.connection().execute(async (own) => {
      await own.transaction().execute((tx) => tx.selectFrom('companies').select('idcomp').limit(1).execute())
      return rename(own)
    })
    expect(await one.nameOf(id)).toBe(name)
  })

  test('uncommitted data is not remembered', async () => {
    const work = one.db.transaction().execute(async (tx) => {
      const fresh = await makeCompany(tx, { namecomp: 'ООО «Не будет»' })
      expect(await one.nameOf(fresh, tx)).toBe('ООО «Не будет»')
      throw Object.assign(new Error('undone'), { fresh })
    })
    const { fresh } = await work.catch((error: { fresh: number }) => error)
    expect(await one.nameOf(fresh)).toBeUndefined()
  })

  test('no more is remembered than the limit allows', async () => {
    const ids = [id, await makeCompany(one.db), await makeCompany(one.db), await makeCompany(one.db)]
    await one.listening.look()
    for (const each of ids) await one.nameOf(each)
    const { times } = one.reading
    for (const each of ids.toReversed()) await one.nameOf(each)
    expect(one.reading.times - times).toBe(3)
  })
})

describe('a listening connection', () => {
  test('that is silent makes everything be read again', async () => {
    const proxy = await openDatabaseProxy(database.config)
    onTestFinished(proxy.close)
    const [one, other] = [await node({ ...USUAL, soundMs: 300 }, { line: proxy.config }), await node()]
    await made(one)
    proxy.freeze()
    const missed = await rename(other.db)
    await expect.poll(() => one.nameOf(id)).toBe(missed)
    // It stays that way: nothing is remembered while changes cannot be announced.
    const again = await rename(other.db)
    expect(await one.nameOf(id)).toBe(again)
    await one.listening.look()
  })

  test('that broke has missed notifications', async () => {
    const proxy = await openDatabaseProxy(database.config)
    onTestFinished(proxy.close)
    const [one, other] = [await node(USUAL, { line: proxy.config }), await node()]
    await made(one)
    proxy.cut()
    const missed = await rename(other.db)
    await expect.poll(() => one.nameOf(id)).toBe(missed)
    await one.remembers(id)
    const renamed = await rename(other.db)
    await expect.poll(() => one.nameOf(id)).toBe(renamed)
  })

  test('to another database than the other connections makes everything be read again', async () => {
    const elsewhere = await createTestDatabase()
    const one = await node(USUAL, { line: elsewhere.config })
    id = await makeCompany(one.db)
    for (let times = 0; times < 5; times += 1) await one.nameOf(id)
    await one.listening.look()
    await one.nameOf(id)
    expect(one.reading.times).toBe(6)
    await one.listening.stop()
    await elsewhere.drop()
  })
})

test('the last use of a session is not announced, its end is', async () => {
  const one = await node()
  const tables: string[] = []
  const line = listenTo({
    config: database.config,
    handlers: { vypusk_memory: (table) => tables.push(table) },
    onBack() {},
    log,
    answerMs: 500,
  })
  await line.start()
  onTestFinished(line.stop)
  await sql`update sessions set last_seen_at = now()`.execute(one.db)
  await sql`update api_tokens set last_used_at = now()`.execute(one.db)
  await sql`delete from sessions`.execute(one.db)
  await sql`update api_tokens set revoked_at = now()`.execute(one.db)
  await sql`update users set is_blocked = true`.execute(one.db)
  await line.look()
  expect(tables).toEqual(['sessions', 'api_tokens', 'users'])
})
