import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { makeCompany } from '../testing/making/make.ts'
import { openDatabases } from './database/databases.ts'
import { readSettings } from './settings.ts'
import { statement } from './statement.ts'
import { areNamesKept } from './database/statement-names.ts'

const log = pino({ level: 'silent' })
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** A process with one connection, so that the next statement uses the same one. */
async function opened() {
  const limits = { ...readSettings({}).databaseLimits, connections: 1 }
  const { databases, close } = await openDatabases({ config: database.config, log, limits })
  onTestFinished(close)
  const names = async () => {
    const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements order by name`.execute(
      databases.db,
    )
    return rows.map(({ name }) => name)
  }
  return { db: databases.db, names }
}

let written = 0
const companies = statement(
  (db, { ids, name, isLiving }: { ids: number[]; name: string | null; isLiving: boolean }) => {
    written += 1
    return db
      .selectFrom('companies')
      .select(['idcomp', 'namecomp'])
      .where('idcomp', '=', sql<number>`any(${ids}::int[])`)
      .$if(name !== null, (query) => query.where('namecomp', '=', name))
      .$if(isLiving, (query) => query.where('deleted_at', 'is', null))
      .orderBy('idcomp')
  },
)

test('the SQL of a statement is generated once for each shape of its parameters, and executed with their values', async () => {
  const { db } = await opened()
  const [one, other] = [await makeCompany(db), await makeCompany(db, { deleted_at: '2026-03-01T00:00:00Z' })]
  const ask = async (ids: number[], name: string | null, isLiving: boolean) =>
    (await companies.all(db, { ids, name, isLiving })).map(({ idcomp }) => idcomp)
  const before = written
  expect(await ask([one, other], null, false)).toEqual([one, other])
  expect(await ask([other], null, false)).toEqual([other])
  expect(written - before).toBe(1)
  expect(await ask([one, other], null, true)).toEqual([one])
  expect(await ask([one, other], 'никто', true)).toEqual([])
  const [named] = await companies.all(db, { ids: [one], name: null, isLiving: true })
  expect(await ask([one, other], named?.namecomp ?? '', true)).toEqual([one])
  expect(written - before).toBe(3)
})

test('a missing parameter is not confused with another one in its place', async () => {
  const { db } = await opened()
  const [id, other] = [await makeCompany(db), await makeCompany(db)]
  const either = statement((all, { idcomp, skipped }: { idcomp?: number; skipped?: number }) =>
    all
      .selectFrom('companies')
      .select('idcomp')
      .where('idcomp', idcomp === undefined ? '<>' : '=', idcomp ?? skipped ?? 0),
  )
  expect(await either.all(db, { idcomp: id })).toEqual([{ idcomp: id }])
  const others = await either.all(db, { skipped: id })
  expect(others).toContainEqual({ idcomp: other })
  expect(others).not.toContainEqual({ idcomp: id })
})

test('in a transaction, a statement sees what the transaction has written', async () => {
  const { db } = await opened()
  const tx = await db.startTransaction().execute()
  const id = await makeCompany(tx)
  const found = await companies.first(tx, { ids: [id], name: null, isLiving: true })
  await tx.rollback().execute()
  expect(found).toMatchObject({ idcomp: id })
  expect(await companies.first(db, { ids: [id], name: null, isLiving: true })).toBeUndefined()
})

test('looking into a value while SQL is generated is an error', async () => {
  const { db } = await opened()
  const wrong = statement((all, { id }: { id: number }) =>
    all
      .selectFrom('companies')
      .select('idcomp')
      .$if(id > 5, (query) => query.limit(1)),
  )
  await expect(wrong.all(db, { id: 7 })).rejects.toThrow('id is not known while its SQL is written')
})

test.each([
  ['once', 0],
  ['once for all values', 6],
] as const)(
  'a statement planned %s is run by a plan for any values %i times of eleven',
  async (planned, generic_plans) => {
    const { db } = await opened()
    // The tests' server plans everything once.
    await sql`set plan_cache_mode = auto`.execute(db)
    const numbers = statement(
      (_, { most }: { most: number }) => sql<{ n: number }>`select n from generate_series(1, ${most}) as n order by n`,
      { planned },
    )
    for (let times = 0; times < 10; times += 1) await numbers.all(db, { most: 1 })
    expect(await numbers.all(db, { most: 2 })).toEqual([{ n: 1 }, { n: 2 }])
    const { rows } = await sql`
    select generic_plans from pg_prepared_statements where statement like '%generate_series%order by%'`.execute(db)
    expect(rows).toEqual([{ generic_plans }])
  },
)

describe('names', () => {
  const ask = (db: Parameters<typeof companies.all>[0]) => companies.all(db, { ids: [], name: null, isLiving: false })
  const counts = statement((db) => db.selectFrom('companies').select(({ fn }) => fn.countAll<number>().as('count')), {
    planned: 'each time',
  })

  test('are given only to statements that are planned once', async () => {
    const { db, names } = await opened()
    await Promise.all([ask(db), ask(db), counts.all(db, {})])
    expect(await names()).toEqual([expect.stringMatching(/^v\w{24}$/)])
  })

  test('are not used any more after a connection has lost one', async () => {
    const { db, names } = await opened()
    await ask(db)
    await sql`deallocate all`.execute(db)
    expect(await ask(db)).toEqual([])
    expect(await ask(db)).toEqual([])
    expect(await names()).toEqual([])
  })

  test('when lost within a transaction, end it like a lost connection', async () => {
    const { db } = await opened()
    await ask(db)
    const work = db.transaction().execute(async (tx) => {
      await sql`deallocate all`.execute(tx)
      return ask(tx)
    })
    await expect(work).rejects.toMatchObject({ name: 'DatabaseAway' })
    expect(await db.transaction().execute(ask)).toEqual([])
  })

  test('of a changed table are planned again', async () => {
    const { db, names } = await opened()
    const notes = statement((all) => all.selectFrom(sql<{ note: string }>`notes`.as('notes')).selectAll())
    await sql`create table notes (note text)`.execute(db)
    await notes.all(db, {})
    await sql`alter table notes add column other text`.execute(db)
    expect(await notes.all(db, {})).toEqual([])
    await notes.all(db, {})
    expect(await names()).toHaveLength(1)
  })

  test('are kept by PostgreSQL itself', async () => {
    expect(await areNamesKept(database.config)).toBe(true)
  })
})
