import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import pg from 'pg'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { deferDdl } from './deferred-ddl.ts'
import { migrate } from './migrate.ts'
import { migrationsDir } from './places.ts'

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

it('builds the indexes that an earlier version has left before it changes anything', async () => {
  const old = await createTestDatabase({ create: 'template template0' })
  const folder = await temporaryFolder('migrations')
  for (const file of (await readdir(migrationsDir)).slice(0, 1)) {
    await cp(join(migrationsDir, file), join(folder.path, file))
  }
  await migrate(old.config, log, { dir: folder.path })
  const client = new pg.Client(old.config)
  await client.connect()
  await client.query('drop index users_by_company')
  await deferDdl(client, ['CREATE INDEX users_by_company ON public.users USING btree (idcomp)'])
  await migrate(old.config, log)
  const { rows } = await client.query(`select to_regclass('users_by_company') is not null as built,
    (select count(*) from installation where key = 'deferred_ddl')::int as deferred`)
  expect(rows).toEqual([{ built: true, deferred: 0 }])
  await client.end()
  await old.drop()
  await folder.remove()
})
