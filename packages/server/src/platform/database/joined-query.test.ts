import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { openDatabase, type Database, type Db } from '../database.ts'
import { withCommit } from './ending-transaction.ts'
import { rememberOf } from './remembered-tables.ts'
import { createNames } from './statement-names.ts'
import { statement } from '../statement.ts'

let test: TestDatabase
let database: Database
let db: Db
const log = { info() {}, warn() {} }
const forgotten: string[] = []

beforeAll(async () => {
  test = await createTestDatabase()
  const overheard = { names: createNames(log), forget: (table: string) => void forgotten.push(table) }
  // A single connection, so that whatever is left on it affects the next user.
  database = openDatabase({ ...test.config, max: 1 }, log, null, overheard)
  db = database.db
  await sql`create table written (id int constraint written_pk primary key deferrable initially deferred)`.execute(db)
})
afterAll(async () => {
  await database.close()
  await test.drop()
})
afterEach(() => sql`truncate written`.execute(db))

const writing = statement(
  (_, { id }: { id: number }) => sql<{ id: number }>`insert into written values (${id}) returning id`,
)
const counting = statement(
  (_, { least }: { least: number }) => sql<{ count: number }>`
  select count(*)::int as count from written where id >= ${least}`,
)
const dividing = statement((_, { by }: { by: number }) => sql<{ result: number }>`select 10 / ${by}::int as result`)
const written = async () => (await counting.one(db, { least: 0 })).count

/** How many times something is sent to the database and its answer awaited. */
async function journeys(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  const { length } = query.mock.calls
  query.mockRestore()
  return length
}

describe('a transaction', () => {
  it('begins with its first statement', async () => {
    const work = () => db.transaction().execute((tx) => writing.one(tx, { id: 1 }))
    expect(await journeys(work)).toBe(2)
    expect(await written()).toBe(1)
  })

  it('without statements sends nothing', async () => {
    expect(await journeys(() => db.transaction().execute(async () => 7))).toBe(0)
    const fails = () => db.transaction().execute(() => Promise.reject(new Error('no')))
    expect(await journeys(() => expect(fails()).rejects.toThrow('no'))).toBe(0)
  })

  it('contains its first statement', async () => {
    const work = db.transaction().execute(async (tx) => {
      expect(await writing.one(tx, { id: 1 })).toEqual({ id: 1 })
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(await written()).toBe(0)
  })

  it('keeps the options it was begun with', async () => {
    const level = await db
      .transaction()
      .setIsolationLevel('serializable')
      .execute((tx) => sql<{ level: string }>`select current_setting('transaction_isolation') as level`.execute(tx))
    expect(level.rows).toEqual([{ level: 'serializable' }])
  })

  it('accepts several statements in one as its first', async () => {
    const work = db.transaction().execute(async (tx) => {
      await sql`insert into written values (1); insert into written values (2)`.execute(tx)
      expect((await counting.one(tx, { least: 0 })).count).toBe(2)
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(await written()).toBe(0)
  })

  it('whose first statement fails leaves the connection and the statement’s name as they were', async () => {
    const divide = (by: number) => db.transaction().execute((tx) => dividing.one(tx, { by }))
    await expect(divide(0)).rejects.toThrow('division by zero')
    expect(await divide(5)).toEqual({ result: 2 })
    expect(await divide(2)).toEqual({ result: 5 })
    expect(await dividing.one(db, { by: 10 })).toEqual({ result: 1 })
  })

  it('whose first statement cannot be understood yet is asked by the same name once it can', async () => {
    const later = statement(
      (_, { id }: { id: number }) => sql<{ id: number }>`select id from made_later where id = ${id}`,
    )
    const ask = () => db.transaction().execute((tx) => later.all(tx, { id: 1 }))
    await expect(ask()).rejects.toThrow('made_later')
    await sql`create table made_later (id int)`.execute(db)
    expect(await ask()).toEqual([])
    expect(await ask()).toEqual([])
  })
})

describe('the last statement of a transaction', () => {
  const add = (id: number, last: (tx: Db) => Promise<unknown>) =>
    db.transaction().execute(async (tx) => {
      await writing.one(tx, { id })
      return withCommit(() => last(tx))
    })

  it('is sent with the commit, and returns its rows', async () => {
    expect(await journeys(() => add(1, (tx) => counting.one(tx, { least: 0 })))).toBe(2)
    expect(await add(2, (tx) => counting.one(tx, { least: 0 }))).toEqual({ count: 2 })
    expect(await written()).toBe(2)
  })

  it('does not commit when it fails', async () => {
    await expect(add(1, (tx) => dividing.one(tx, { by: 0 }))).rejects.toThrow('division by zero')
    expect(await written()).toBe(0)
  })

  it('fails with the error of the commit', async () => {
    await add(1, (tx) => counting.one(tx, { least: 0 }))
    await expect(add(1, (tx) => counting.one(tx, { least: 0 }))).rejects.toMatchObject({ constraint: 'written_pk' })
    expect(await written()).toBe(1)
  })

  it('is the first one sent; everything else is read after the commit', async () => {
    await add(1, async (tx) => {
      await counting.one(tx, { least: 0 })
      expect(await counting.one(tx, { least: 1 })).toEqual({ count: 1 })
    })
    expect(await written()).toBe(1)
  })

  it('may be the only one', async () => {
    const work = () => db.transaction().execute((tx) => withCommit(() => writing.one(tx, { id: 1 })))
    expect(await journeys(work)).toBe(1)
    expect(await written()).toBe(1)
  })

  it('if there is none, the transaction commits by itself', async () => {
    await add(1, async () => {})
    expect(await written()).toBe(1)
  })

  it('is reported to the memory of its table', async () => {
    rememberOf('written')
    forgotten.length = 0
    await db.transaction().execute((tx) => withCommit(() => writing.one(tx, { id: 1 })))
    expect(forgotten).toEqual(['written'])
  })
})
