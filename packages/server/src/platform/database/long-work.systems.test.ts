import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { restoreBackup } from '../../backup/restore.ts'
import { writeBackup } from '../../backup/write.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { temporaryFolder } from '../../testing/folder.ts'
import { makeFile } from '../../testing/making/make-publication.ts'
import { systemClock } from '../clock.ts'
import { openDatabase } from '../database.ts'
import { deferDdl, runDeferredDdl } from './deferred-ddl.ts'
import { folderStore } from '../external/file-store/folder.ts'
import { migrate } from './migrate.ts'

/** Work that takes longer than the limits which an administrator has set for the database's role. */

const log = { info() {}, warn() {} }
const LIMIT_MS = 400
const LONGER_MS = 3 * LIMIT_MS
const KEY = 'a'.repeat(8) + '-0000-4000-8000-000000000000'

let database: TestDatabase
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let client: pg.Client

const limited = (config: pg.ClientConfig): pg.ClientConfig => ({
  ...config,
  options: ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout']
    .map((name) => `-c ${name}=${LIMIT_MS}`)
    .join(' '),
})

beforeAll(async () => {
  folder = await temporaryFolder('long-work')
  database = await createTestDatabase()
  const { db, close } = openDatabase(database.config, log)
  await makeFile(db, { storage_key: KEY })
  await close()
  client = new pg.Client(database.config)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
  await folder.remove()
})

const options = () => {
  const store = folderStore(join(folder.path, 'files'))
  return { config: limited(database.config), store, clock: systemClock, version: '1' }
}

/** A copy of the database as it is. */
async function copied(given: Partial<ReturnType<typeof options>> = {}): Promise<Buffer> {
  const out = new PassThrough()
  const [bytes] = await Promise.all([buffer(out), writeBackup({ ...options(), ...given }, out)])
  return bytes
}

test('a copy waits for a table that is being changed', async () => {
  await client.query('begin; lock table users in access exclusive mode')
  const copying = copied()
  await pause(LONGER_MS)
  await client.query('commit')
  expect((await copying).length).toBeGreaterThan(0)
})

test('a copy of many files holds no snapshot of the database', async () => {
  const { store } = options()
  const open: number[] = []
  const slow = {
    ...store,
    stat: async (key: string) => {
      await pause(LONGER_MS)
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and backend_xmin is not null`,
      )
      open.push(rows[0]?.count ?? 0)
      return store.stat(key)
    },
  }
  await copied({ store: slow })
  expect(open).toEqual([0])
})

test('a copy is restored, however slowly it is read', async () => {
  const bytes = await copied()
  async function* slowly() {
    yield bytes.subarray(0, bytes.length / 2)
    await pause(LONGER_MS)
    yield bytes.subarray(bytes.length / 2)
  }
  const elsewhere = await createTestDatabase({ create: `encoding 'UTF8' template template0` })
  const into = { ...options(), config: limited(elsewhere.config), log, replace: false }
  expect(await restoreBackup(into, () => Readable.from(slowly()))).toMatchObject({ files: 0 })
  await elsewhere.drop()
})

test('a slow migration and slow deferred work are done', async () => {
  const fresh = await createTestDatabase({ create: `encoding 'UTF8' template template0` })
  const [dir, slow] = [join(folder.path), `select pg_sleep(${LONGER_MS / 1000})`]
  await writeFile(join(dir, '0001_slow.sql'), `create table installation (key text primary key, value jsonb); ${slow}`)
  expect(await migrate(limited(fresh.config), log, { dir })).toEqual(['0001_slow'])
  const own = new pg.Client(fresh.config)
  await own.connect()
  await deferDdl(own, [slow])
  await runDeferredDdl(limited(fresh.config), log)
  expect((await own.query('select from installation')).rowCount).toBe(0)
  await own.end()
  await fresh.drop()
})
