import { afterAll, beforeAll, expect, it } from 'vitest'
import pg from 'pg'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { migrate } from './migrate.ts'

const log = { info() {}, warn() {} }
let empty: TestDatabase

beforeAll(async () => {
  empty = await createTestDatabase({ create: 'template template0' })
})
afterAll(() => empty.drop())

it('is done once when several nodes start at the same moment', async () => {
  const applied = await Promise.all([1, 2, 3].map(() => migrate(empty.config, log)))
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1)
})

it('refuses a database that a newer version has changed', async () => {
  const client = new pg.Client(empty.config)
  await client.connect()
  await client.query("insert into migrations (name, run_on) values ('0000_from_elsewhere', '2020-01-01')")
  await client.end()
  await expect(migrate(empty.config, log)).rejects.toThrow('0000_from_elsewhere')
})
