import { cp, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import pg from 'pg'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { temporaryFolder } from '../../testing/folder.ts'
import { deferDdl, runDeferredDdl } from './deferred-ddl.ts'
import { migrate } from './migrate.ts'
import { migrationsDir } from '../runtime/places.ts'

const log = { info() {}, warn() {} }
let empty: TestDatabase

beforeAll(async () => {
  empty = await createTestDatabase({ create: 'template template0' })
})
afterAll(() => empty.drop())

it('runs once when several processes start at the same moment', async () => {
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

it('builds the indexes that an earlier version has deferred before it changes anything', async () => {
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
    (select count(*) from installation where key = 'deferred_ddl' and value::text like '%users_by_company%')::int as deferred`)
  expect(rows).toEqual([{ built: true, deferred: 0 }])
  await client.end()
  await old.drop()
  await folder.remove()
})

/** A database with only the first migration, and a folder to which further files can be added. */
async function withFiles(
  run: (input: { config: TestDatabase['config']; dir: string; client: pg.Client; said: string[] }) => Promise<void>,
) {
  const database = await createTestDatabase({ create: 'template template0' })
  const folder = await temporaryFolder('migrations')
  await cp(join(migrationsDir, '0001_schema.sql'), join(folder.path, '0001_schema.sql'))
  const said: string[] = []
  await migrate(database.config, { ...log, info: (text) => said.push(text) }, { dir: folder.path })
  const client = new pg.Client(database.config)
  await client.connect()
  try {
    await run({ config: database.config, dir: folder.path, client, said })
  } finally {
    await client.end()
    await database.drop()
    await folder.remove()
  }
}
const put = (dir: string, name: string, sql: string) => writeFile(join(dir, `${name}.sql`), sql)
const has = async (client: pg.Client, column: string) =>
  (await client.query('select from pg_attribute where attname = $1 and attnum > 0', [column])).rowCount === 1

it('reports what an update has applied, and of a new database only that it is there', () =>
  withFiles(async ({ config, dir, said }) => {
    await put(dir, '0002_more', 'create table more (id int)')
    await migrate(config, { ...log, info: (text) => said.push(text) }, { dir })
    expect(said).toEqual(['База данных создана', 'База данных обновлена: 0002_more'])
  }))

it('keeps what was applied before a failing file, and reports where it stopped', () =>
  withFiles(async ({ config, dir, client }) => {
    await put(dir, '0002_good', 'alter table users add column good text')
    await put(dir, '0003_bad', 'alter table users add column worse text; alter table nowhere add column bad text')
    await expect(migrate(config, log, { dir })).rejects.toThrow('остановилось на 0003_bad: relation "nowhere"')
    expect(await has(client, 'good')).toBe(true)
    expect(await has(client, 'worse')).toBe(false)
  }))

it('refuses migrations that exist only in unreleased versions', () =>
  withFiles(async ({ config, dir }) => {
    await put(dir, '0003_late', 'select 1')
    await migrate(config, log, { dir })
    await put(dir, '0002_between', 'select 1')
    await expect(migrate(config, log, { dir })).rejects.toThrow('не была выпущена (нет 0002_between')
  }))

it('lets later queries through while somebody holds the table', () =>
  withFiles(async ({ config, dir, client }) => {
    await put(dir, '0002_slow', 'alter table users add column slow text')
    await client.query('begin; select from users')
    const migrating = migrate(config, log, { dir })
    const other = new pg.Client(config)
    await other.connect()
    await expect.poll(async () => (await other.query('select from pg_locks where not granted')).rowCount).toBe(1)
    // It queues behind the waiting change and gets its turn within a second, although the change itself would wait
    // forever.
    await other.query("set lock_timeout = '1s'; select from users")
    await client.query('commit')
    expect(await migrating).toEqual(['0002_slow'])
    await other.end()
  }))

it('gives up when a table is never free', () =>
  withFiles(async ({ config, dir, client }) => {
    await put(dir, '0002_never', 'alter table users add column never text')
    await client.query('begin; select from users')
    await expect(migrate(config, log, { dir, patienceMs: 0 })).rejects.toThrow('таблица всё время занята')
    await client.query('commit')
  }))

it('leaves deferred work of a file to the running product', () =>
  withFiles(async ({ config, dir, client }) => {
    await client.query(
      'insert into companies (idcomp, namecomp) overriding system value select n, n from generate_series(1, 5000) n',
    )
    await put(
      dir,
      '0002_later',
      `alter table companies add column length integer;
       alter table companies add constraint companies_length check (length is not null) not valid;
       insert into installation as known (key, value) values ('deferred_ddl', '[
         {"table": "companies", "key": "idcomp", "set": "length = length(namecomp)", "where": "length is null"},
         "CREATE INDEX companies_length_index ON companies (length)",
         "alter table companies validate constraint companies_length"]')
       on conflict (key) do update set value = known.value || excluded.value`,
    )
    await migrate(config, log, { dir })
    const undone = () => client.query('select from companies where length is null').then(({ rowCount }) => rowCount)
    expect(await undone()).toBe(5000)
    await runDeferredDdl(config, log)
    expect(await undone()).toBe(0)
    const { rows } =
      await client.query(`select convalidated as is_held, indisvalid as is_built from pg_constraint, pg_index
      where conname = 'companies_length' and indexrelid = 'companies_length_index'::regclass`)
    expect(rows).toEqual([{ is_held: true, is_built: true }])
  }))
