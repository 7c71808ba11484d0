import { createReadStream, createWriteStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { restoreBackup } from '../../backup/restore.ts'
import { writeBackup } from '../../backup/write.ts'
import { systemClock } from '../../platform/clock.ts'
import { openDatabase } from '../../platform/database.ts'
import { stateOf } from '../../platform/database/state.ts'
import { folderStore } from '../../platform/external/file-store/folder.ts'
import { sha256Of } from '../copies.ts'
import { createTestDatabase, run, type TestDatabase } from '../database.ts'
import { temporaryFolder } from '../folder.ts'
import { makeFile } from '../making/make-publication.ts'
import { makePeople } from '../making/make.ts'

/** Systems with their own data, and a copy of another system that is restored over them. */

const quiet = { info() {}, warn() {} }
const keyOf = (letter: string) => `${letter.repeat(8)}-0000-4000-8000-000000000000`
/** Keys of files that are in both; only in the copy; only in the old system. */
export const [BOTH, COPIED, OLD] = ['a', 'b', 'c'].map(keyOf) as [string, string, string]

let folder: Awaited<ReturnType<typeof temporaryFolder>>
export const inFolder = (name: string) => join(folder.path, name)
export const copy = () => inFolder('copy.tar.gz')
export const store = (name: string) => folderStore(inFolder(name))

async function withFiles(database: TestDatabase, name: string, keys: string[]) {
  const { db, close } = openDatabase(database.config, quiet)
  await makePeople(db)
  for (const key of keys) {
    await makeFile(db, { storage_key: key, size: key.length, sha256: sha256Of(key) })
    await store(name).put(key, Readable.from([key]))
  }
  await close()
}

/** Makes the copy before the tests of one file. */
export function copyWorld() {
  beforeAll(async () => {
    folder = await temporaryFolder('swap')
    const database = await createTestDatabase()
    await withFiles(database, 'source', [BOTH, COPIED])
    const options = { config: database.config, store: store('source'), clock: systemClock, version: '1' }
    await writeBackup(options, createWriteStream(copy()))
    await database.drop()
  })
  afterAll(() => folder.remove())
}

/** A system with its own data; its state can be read later. */
export async function oldSystem(name: string) {
  const database = await createTestDatabase()
  await withFiles(database, name, [BOTH, OLD])
  await run(database.config, `update users set name = 'Прежняя'; insert into installation values ('demo', 'false')`)
  const read = async () => {
    const client = new pg.Client(database.config)
    await client.connect()
    const { rows } = await client.query(`select
      (select array_agg(distinct name = 'Прежняя') from users) as old,
      (select array_agg(storage_key::text order by storage_key) from files where deleted_at is null) as files,
      (select count(*)::int from information_schema.table_constraints where table_schema = 'public') as constraints,
      (select count(*)::int from pg_indexes where schemaname = 'public') as indexes,
      to_regnamespace('vypusk_restore') is not null as beside`)
    const state = await stateOf(client)
    await client.end()
    const bytes = await Promise.all(rows[0].files.map((key: string) => text(store(name).get(key))))
    return { ...rows[0], state, bytes }
  }
  const onDisk = async () =>
    (await readdir(inFolder(name), { recursive: true })).filter((path) => path.length > 30).length
  const restore = (path = copy(), overrides: Partial<Parameters<typeof restoreBackup>[0]> = {}) => {
    const all = {
      config: database.config,
      store: store(name),
      clock: systemClock,
      log: quiet,
      replace: true,
      ...overrides,
    }
    return restoreBackup(all, () => createReadStream(path))
  }
  return { database, read, onDisk, restore, drop: database.drop }
}

export const asOld = { old: [true], files: [BOTH, OLD], bytes: [BOTH, OLD] }
export const asNew = { old: [false], files: [BOTH, COPIED], bytes: [BOTH, COPIED], beside: false, state: 'current' }
