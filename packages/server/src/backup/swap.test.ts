import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { openDatabase } from '../platform/database.ts'
import { stateOf } from '../platform/database-state.ts'
import { folderStore } from '../platform/file-store/folder.ts'
import { enterDatabase } from '../platform/in-use.ts'
import { readSettings } from '../platform/settings.ts'
import { prepareDatabase } from '../prepare.ts'
import { flipped, partsOf, sha256Of, writeParts } from '../testing/copies.ts'
import { addressOf, createTestDatabase, run, type TestDatabase } from '../testing/database.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { makeFile } from '../testing/make-publication.ts'
import { makePeople } from '../testing/make.ts'
import { restoreBackup, type Stage } from './restore.ts'
import { verifyCopy } from './verify.ts'
import { writeBackup } from './write.ts'

const quiet = { info() {}, warn() {} }
const program = fileURLToPath(new URL('../testing/restorer.ts', import.meta.url))
const keyOf = (letter: string) => `${letter.repeat(8)}-0000-4000-8000-000000000000`
/** In the copy and in the old system; in the copy alone; in the old system alone. */
const [BOTH, COPIED, OLD] = ['a', 'b', 'c'].map(keyOf) as [string, string, string]

let folder: Awaited<ReturnType<typeof temporaryFolder>>
const copy = () => join(folder.path, 'copy.tar.gz')
const store = (name: string) => folderStore(join(folder.path, name))

async function withFiles(database: TestDatabase, name: string, keys: string[]) {
  const { db, close } = openDatabase(database.config, quiet)
  await makePeople(db)
  for (const key of keys) {
    await makeFile(db, { storage_key: key, size: key.length, sha256: sha256Of(key) })
    await store(name).put(key, Readable.from([key]))
  }
  await close()
}

beforeAll(async () => {
  folder = await temporaryFolder('swap')
  const database = await createTestDatabase()
  await withFiles(database, 'source', [BOTH, COPIED])
  const given = { config: database.config, store: store('source'), clock: systemClock, version: '1' }
  await writeBackup(given, createWriteStream(copy()))
  await database.drop()
})
afterAll(() => folder.remove())

/** A system with data of its own: what it was, and what has become of it. */
async function oldSystem(name: string) {
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
    (await readdir(join(folder.path, name), { recursive: true })).filter((path) => path.length > 30).length
  const restore = (path = copy(), given: Partial<Parameters<typeof restoreBackup>[0]> = {}) => {
    const all = { config: database.config, store: store(name), clock: systemClock, log: quiet, replace: true, ...given }
    return restoreBackup(all, () => createReadStream(path))
  }
  return { database, read, onDisk, restore, drop: database.drop }
}

const asOld = { old: [true], files: [BOTH, OLD], bytes: [BOTH, OLD] }
const asNew = { old: [false], files: [BOTH, COPIED], bytes: [BOTH, COPIED], beside: false, state: 'current' }

async function killAt(stage: Stage, name: string, config: pg.ClientConfig) {
  const given = JSON.stringify({ config, folder: join(folder.path, name), copy: copy(), stage })
  const child = spawn(process.execPath, [program, given], { stdio: ['ignore', 'inherit', 'inherit'] })
  const [, signal] = await once(child, 'exit')
  return signal
}

/** The server notices a moment later that nobody is there any more. */
async function untilGone(config: pg.ClientConfig) {
  const client = new pg.Client(config)
  await client.connect()
  const others = 'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
  await expect.poll(async () => (await client.query(others)).rowCount, { timeout: 15_000 }).toBe(0)
  await client.end()
}

test('a copy takes the place of a system whole, and the former files go as deleted ones do', async () => {
  const system = await oldSystem('whole')
  const { indexes, constraints } = await system.read()
  await system.restore()
  expect(await system.read()).toEqual({ ...asNew, indexes, constraints })
  const { db, close } = openDatabase(system.database.config, quiet)
  const former = await db.selectFrom('files').select('deleted_at').where('storage_key', '=', OLD).execute()
  expect(former).toEqual([{ deleted_at: expect.stringContaining('T') }])
  await close()
  expect(await system.onDisk()).toBe(3)
  await system.drop()
})

test.each<[Stage, object]>([
  ['proved', asOld],
  ['opened', asOld],
  ['rows', asOld],
  ['files', asOld],
  ['swapping', asOld],
  ['swapped', asNew],
])('killed when it is %s it leaves the one or the other, and the next restore succeeds', async (stage, expected) => {
  const system = await oldSystem(`killed-${stage}`)
  expect(await killAt(stage, `killed-${stage}`, system.database.config)).toBe('SIGKILL')
  await untilGone(system.database.config)
  expect(await system.read()).toMatchObject({ ...expected, state: 'current' })
  await system.restore()
  expect(await system.read()).toMatchObject(asNew)
  await system.drop()
})

test('the start after a restore that was killed works with the old system and clears away the rest', async () => {
  const system = await oldSystem('start')
  await killAt('files', 'start', system.database.config)
  await untilGone(system.database.config)
  expect(await system.onDisk()).toBe(3)
  const settings = readSettings({ DATABASE_URL: addressOf(system.database.config), DATA_DIR: folder.path, DEMO: 'on' })
  const given = { settings, log: quiet, clock: systemClock, store: store('start'), requests: 100, onReplaced: () => {} }
  const { demo, stop } = await prepareDatabase(given)
  await stop()
  expect(demo).toBe(false)
  expect(await system.read()).toMatchObject({ ...asOld, beside: false })
  expect(await system.onDisk()).toBe(2)
  await system.drop()
})

test('a new database whose restore was killed is not filled with demo data', async () => {
  const database = await createTestDatabase({ create: `encoding 'UTF8' template template0` })
  await killAt('rows', 'new', database.config)
  await untilGone(database.config)
  const settings = readSettings({ DATABASE_URL: addressOf(database.config), DATA_DIR: folder.path, DEMO: 'on' })
  const given = { settings, log: quiet, clock: systemClock, store: store('new'), requests: 100, onReplaced: () => {} }
  await expect(prepareDatabase(given)).rejects.toThrow('Восстановите её из копии')
  await database.drop()
})

test('a copy that is damaged, however late, leaves the old system and nothing else', async () => {
  const system = await oldSystem('damaged')
  const before = await system.read()
  const parts = await partsOf(copy())
  for (const name of ['tables/users/1', `files/${COPIED}`, 'end.json']) {
    const path = join(folder.path, 'damaged.tar.gz')
    await writeParts(
      path,
      parts.map((part) => (part.name === name ? { name, bytes: flipped(part.bytes) } : part)),
    )
    await expect(system.restore(path)).rejects.toThrow('обрывается или повреждён')
  }
  expect(await system.read()).toEqual(before)
  expect(await system.onDisk()).toBe(2)
  await system.drop()
})

test('a copy that becomes another one between the two readings is not restored', async () => {
  const system = await oldSystem('changed')
  const before = await system.read()
  const [parts, path] = [await partsOf(copy()), join(folder.path, 'changing.tar.gz')]
  await writeParts(path, parts)
  const onStage = async (stage: Stage) => {
    const damaged = parts.map((part) => (part.name === 'end.json' ? { ...part, bytes: flipped(part.bytes) } : part))
    if (stage === 'opened') await writeParts(path, damaged)
  }
  await expect(system.restore(path, { onStage })).rejects.toThrow('обрывается или повреждён')
  expect(await system.read()).toEqual(before)
  expect(await system.onDisk()).toBe(2)
  await system.drop()
})

test('it is refused while somebody works with the database', async () => {
  const system = await oldSystem('busy')
  const leave = await enterDatabase(system.database.config, { onReplaced: () => {} })
  await expect(system.restore()).rejects.toThrow('Система работает: vypusk ')
  await leave()
  expect(await system.read()).toMatchObject({ ...asOld, beside: false })
  await system.drop()
})

test('what belongs to others in the schema stays: rights and extensions', async () => {
  const system = await oldSystem('others')
  await run(
    system.database.config,
    'create extension if not exists pg_trgm; grant usage on schema public to pg_monitor',
  )
  const rights = async () => {
    const client = new pg.Client(system.database.config)
    await client.connect()
    const { rows } = await client.query(
      `select nspacl::text as acl, nspowner from pg_namespace where nspname = 'public'`,
    )
    await client.end()
    return rows
  }
  const before = await rights()
  await system.restore()
  expect(await rights()).toEqual(before)
  await system.drop()
})

test('a restored system is copied and proved again', async () => {
  const system = await oldSystem('again')
  await system.restore()
  const again = join(folder.path, 'again.tar.gz')
  const given = { config: system.database.config, store: store('again'), clock: systemClock, version: '1' }
  await writeBackup(given, createWriteStream(again))
  const [first, second] = [await verifyCopy(copy()), await verifyCopy(again)]
  expect(second.missing).toEqual([])
  expect(second.files).toBe(first.files)
  await system.drop()
})
