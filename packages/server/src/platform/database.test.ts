import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { checkDatabase, openDatabase, type Database } from './database.ts'

let test: TestDatabase
let database: Database
const warnings: string[] = []

beforeAll(async () => {
  test = await createTestDatabase()
  database = openDatabase(test.config, { info() {}, warn: (text) => warnings.push(text) })
})
afterAll(async () => {
  await database.close()
  await test.drop()
})

describe('values of columns', () => {
  it.each([
    ['9007199254740991::bigint', 9007199254740991],
    ['12.50::numeric', 12.5],
    ["date '2026-03-05'", '2026-03-05'],
    ["time '09:30:15'", '09:30'],
    ["timestamptz '2026-03-05 12:30:00.5+03'", '2026-03-05T09:30:00.500Z'],
    ["array[date '2026-03-05', null]", ['2026-03-05', null]],
    ["array[timestamptz '2026-03-05 12:30+03']", ['2026-03-05T09:30:00.000Z']],
    ["array[time '09:30']", ['09:30']],
    ['array[1::bigint]', [1]],
    ['array[0.5]', [0.5]],
    ['\'{"a": [1]}\'::jsonb', { a: [1] }],
    ['true', true],
    ["timestamptz '2026-03-05 23:30:00+00'::date", '2026-03-05'],
  ])('%s', async (expression, value) => {
    const { rows } = await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(database.db)
    expect(rows[0]?.value).toEqual(value)
  })
})

describe('checkDatabase', () => {
  it('accepts the database that the tests run on', async () => {
    await expect(checkDatabase(database.db)).resolves.toBeUndefined()
  })

  it('refuses one whose locale does not know Russian letters', async () => {
    const bad = await createTestDatabase({
      create: "encoding 'UTF8' locale_provider libc locale 'C' template template0",
    })
    const opened = openDatabase(bad.config, { info() {}, warn() {} })
    await sql`create extension pg_trgm`.execute(opened.db)
    await expect(checkDatabase(opened.db)).rejects.toThrow('русскими буквами')
    await opened.close()
    await bad.drop()
  })
})

it('outlives a connection that breaks while idle', async () => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db)
  await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database.db).catch(() => null)
  await expect.poll(() => sql`select 1`.execute(database.db).catch(() => null)).toBeTruthy()
})
