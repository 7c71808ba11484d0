import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { statementsOf } from '../../testing/statements.ts'
import { openDatabase, type Database, type Db } from '../database.ts'
import { DatabaseAway } from './away.ts'
import { withCommit } from './ending-transaction.ts'

/** Statements that come to one connection at once. */

let test: TestDatabase
let database: Database
let db: Database['db']
const log = { info() {}, warn() {} }

beforeAll(async () => {
  test = await createTestDatabase()
  database = openDatabase(test.config, log)
  db = database.db
})
afterAll(async () => {
  await database.close()
  await test.drop()
})

const tenBy = async (on: Db, by: number) =>
  (await sql<{ result: number }>`select 10 / ${by}::int as result`.execute(on)).rows[0]?.result

describe('several statements of one connection', () => {
  it('reach pg one after another, and so does the end of their transaction', async () => {
    const all = (tx: Db) => Promise.all([1, 2, 5, 10].map((by) => tenBy(tx, by)))
    const { result, overlapping } = await statementsOf(() =>
      db.transaction().execute((tx) => withCommit(() => all(tx))),
    )
    expect([result, overlapping]).toEqual([[10, 5, 2, 1], 0])
    // When the first fails, the transaction ends while another one is being answered.
    const failing = (tx: Db) => Promise.all([0, 2, 5].map((by) => tenBy(tx, by)))
    const refused = () => expect(db.transaction().execute(failing)).rejects.toThrow('division by zero')
    expect((await statementsOf(refused)).overlapping).toBe(0)
  })

  it('do not depend on each other', async () => {
    const all = (one: Db) => Promise.allSettled([tenBy(one, 0), tenBy(one, 5)])
    expect(await db.connection().execute(all)).toMatchObject([{ status: 'rejected' }, { value: 2 }])
  })

  it('are over before somebody else uses the connection', async () => {
    let late: Promise<number | undefined> | undefined
    const own = openDatabase({ ...test.config, max: 1 }, log)
    const leaving = own.db.connection().execute((one) => {
      const failing = tenBy(one, 0)
      late = tenBy(one, 2)
      return failing
    })
    await expect(leaving).rejects.toThrow('division by zero')
    expect(await own.db.transaction().execute((tx) => tenBy(tx, 10))).toBe(1)
    expect(await late).toBe(5)
    await own.close()
  })

  it('all fail when it ends', async () => {
    const ending = await db.connection().execute(async (one) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(one)
      const all = Promise.allSettled([sql`select pg_sleep(60)`.execute(one), tenBy(one, 1), tenBy(one, 2)])
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db)
      return all
    })
    expect(ending.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(ending[2]).toMatchObject({ reason: expect.any(DatabaseAway) })
    expect(await tenBy(db, 5)).toBe(2)
  })
})
