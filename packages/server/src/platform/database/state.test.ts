import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { migrationNames, stateOf } from './state.ts'
import { migrate } from './migrate.ts'

const drops: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const drop of drops) await drop()
})

const BARE = { create: `encoding 'UTF8' template template0` }
const USED = `insert into vypusk.mark (used_since) values ('2026-01-01'); insert into installation values ('demo', 'false')`

async function stateAfter(made: { create?: string }, ...statements: string[]) {
  const { config, drop } = await createTestDatabase(made)
  drops.push(drop)
  const client = new pg.Client(config)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  return stateOf(client).finally(() => client.end())
}

test.each<[string, { create?: string }, string[], string]>([
  ['an empty one', BARE, [], 'new'],
  ['one with an extension', BARE, ['create extension pg_trgm'], 'new'],
  ['without its schema', BARE, ['drop schema public'], 'new'],
  ['tables of something else', BARE, ['create table orders (id int)'], 'foreign'],
  ['migrations of something else', BARE, ['create table migrations (id int, migration text)'], 'foreign'],
  ['of this version', {}, [], 'current'],
  ['of this version, used', {}, [USED], 'current'],
  ['without the last migration', {}, ['delete from migrations where id = (select max(id) from migrations)'], 'older'],
  ['with an unknown migration', {}, [`insert into migrations (name, run_on) values ('9999_later', now())`], 'newer'],
  ['without its tables', {}, [USED, 'drop schema public cascade', 'create schema public'], 'emptied'],
  ['with an unfinished restore', BARE, ['create schema vypusk_restore'], 'emptied'],
  ['of this version, with an unfinished restore', {}, [USED, 'create schema vypusk_restore'], 'current'],
  ['without its rows', {}, [USED, 'truncate installation'], 'emptied'],
])('%s', async (_, made, statements, state) => {
  expect(await stateAfter(made, ...statements)).toBe(state)
})

test('a database that lost its tables is still recognised after the migrations', async () => {
  const { config, drop } = await createTestDatabase()
  drops.push(drop)
  const client = new pg.Client(config)
  await client.connect()
  await client.query(`${USED}; drop schema public cascade; create schema public`)
  await migrate(config, { info() {}, warn() {} })
  expect(await stateOf(client)).toBe('emptied')
  await client.end()
  expect((await migrationNames())[0]).toBe('0001_schema')
})
