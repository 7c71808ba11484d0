import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, files } from '@vypusk/contract'
import { testApp, type TestApp } from '../../testing/app.ts'
import { makeFile, makePublication } from '../../testing/making/make-publication.ts'
import { makePeople, makeRelease, makeRequest } from '../../testing/making/make.ts'
import { append, begin, finish, listening, type Line } from '../../testing/tus.ts'
import { tokenOf } from '../../testing/upload.ts'
import { sweepFiles } from './commands/sweeping.ts'

let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
let line: Line
beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
  line = await listening(product, await tokenOf(product, 'manager'))
})
afterAll(() => product.close())

const now = () => product.clock.now().getTime()
const ago = (days: number) => new Date(now() - days * DAY_MS).toISOString()
const later = (days: number) => product.clock.set(new Date(now() + days * DAY_MS).toISOString())
const sweep = () => sweepFiles(product.deps)

const onDisk = async () => {
  const found = await readdir(join(product.dataDir, 'files'), { recursive: true, withFileTypes: true })
  return found.filter((entry) => entry.isFile()).map(({ name }) => name.replace('.part', ''))
}
const keyOf = (path: string) => path.split('/').at(-1) ?? ''

/** A file with bytes. */
async function stored(days: number): Promise<{ id: number; key: string }> {
  const key = randomUUID()
  await product.deps.store.put(key, Readable.from([Buffer.from('abc')]))
  const { manager: uploaded_by } = people
  const id = await makeFile(product.deps.db, { storage_key: key, uploaded: ago(days), uploaded_by })
  return { id, key }
}
const isKept = async (id: number) =>
  (await (await product.as('manager'))(files.getFile, { params: { id } })).status === 200

test('what was dated by a clock that was ahead does not wait until that moment', async () => {
  const { db } = product.deps
  const [stopped, answered] = [await begin(line, 10), await begin(line, 4)]
  await append(line, answered, 0, Buffer.from('abcd'))
  const { file } = await finish(line, answered)
  await db
    .updateTable('uploads')
    .set({ updated_at: ago(-400) })
    .execute()
  const rows = [stopped, answered].map(keyOf)
  const left = randomUUID()
  const row = { storage_key: left, user_id: people.manager, file_name: 'x', created_at: ago(-400) }
  await db
    .insertInto('uploads')
    .values({ ...row, updated_at: ago(-400), given_up_at: ago(-400) })
    .execute()
  const unused = await stored(-400)
  const kept = await stored(0)
  await sweep()
  const found = await db
    .selectFrom('uploads')
    .select('storage_key')
    .where('storage_key', 'in', [...rows, left])
    .execute()
  expect(found).toEqual([])
  expect([await isKept(unused.id), await isKept(kept.id), await isKept(file.id)]).toEqual([false, true, true])
})

test('an unused file is deleted after thirty days, a used one stays', async () => {
  const { db } = product.deps
  const { manager: author_id, company1: idcomp, module: idmod, client1 } = people
  const [old, young, published, attached, released] = await Promise.all([31, 29, 400, 400, 400].map(stored))
  const release_id = await makeRelease(db, { author_id }, { companies: [idcomp] })
  await makePublication(db, { author_id }, [{ release_id, files: [published?.id ?? 0], customers: [idcomp] }])
  const request_id = await makeRequest(db, { idcomp, idmod, author_id: client1 })
  await db
    .insertInto('request_files')
    .values({ request_id, file_id: attached?.id ?? 0 })
    .execute()
  await db
    .insertInto('release_files')
    .values({ release_id, file_id: released?.id ?? 0 })
    .execute()
  await sweep()
  const fates = await Promise.all([old, young, published, attached, released].map((file) => isKept(file?.id ?? 0)))
  expect(fates).toEqual([false, true, true, true, true])
  expect(await onDisk()).not.toContain(old?.key)
  later(2)
  await sweep()
  expect(await isKept(young?.id ?? 0)).toBe(false)
})

test('an upload that stopped is deleted after seven days, one that goes on stays', async () => {
  const stopped = await begin(line, 10)
  const going = await begin(line, 10)
  await append(line, stopped, 0, Buffer.from('abcd'))
  await append(line, going, 0, Buffer.from('abcd'))
  later(5)
  await append(line, going, 4, Buffer.from('ef'))
  later(3)
  await sweep()
  expect((await append(line, stopped, 4, Buffer.from('ef'))).status).toBe(404)
  expect((await append(line, going, 6, Buffer.from('ghij'))).status).toBe(204)
  const { file } = await finish(line, going)
  later(8)
  await sweep()
  expect(await isKept(file.id)).toBe(true)
  expect(await onDisk()).toContain(keyOf(going))
})

test('what a dead process has left is deleted: stored bytes without a file, bytes of a deleted file', async () => {
  const { db, store } = product.deps
  const orphan = randomUUID()
  const at = ago(8)
  const row = { storage_key: orphan, user_id: people.manager, file_name: 'x', created_at: at, updated_at: at }
  await db.insertInto('uploads').values(row).execute()
  await store.put(orphan, Readable.from(['left']))
  const deleted = await stored(1)
  await db
    .updateTable('files')
    .set({ deleted_at: ago(1) })
    .where('id', '=', deleted.id)
    .execute()
  await sweep()
  const found = await onDisk()
  expect([found.includes(orphan), found.includes(deleted.key)]).toEqual([false, false])
})

test('two processes sweep at once, in many rounds', async () => {
  const ids = await Promise.all(Array.from({ length: 120 }, () => stored(40)))
  await Promise.all([sweep(), sweep()])
  const left = await product.deps.db
    .selectFrom('files')
    .select('id')
    .where(
      'id',
      'in',
      ids.map(({ id }) => id),
    )
    .where('deleted_at', 'is', null)
    .execute()
  expect(left).toEqual([])
})

test('uploads whose bytes cannot be deleted are tried once a night', async () => {
  const { db, store } = product.deps
  const row = { file_name: 'a.zip', size: 10, created_at: ago(40), updated_at: ago(40), given_up_at: ago(1) }
  const keys = Array.from({ length: 120 }, (): string => randomUUID())
  await db
    .insertInto('uploads')
    .values(keys.map((storage_key) => ({ ...row, storage_key })))
    .execute()
  const tried: string[] = []
  const refuses = (key: string) => {
    tried.push(key)
    // A store that never lets go of them: the sweeping has to end all the same.
    return tried.length > 1000 ? Promise.resolve() : Promise.reject(new Error('AccessDenied'))
  }
  const refusing = Object.assign(Object.create(store), { delete: refuses })
  // Time passes between the rounds.
  let at = now()
  const clock = { now: () => new Date((at += 1)) }
  await sweepFiles({ ...product.deps, clock, store: refusing, log: pino({ level: 'silent' }) })
  expect(tried.filter((key) => keys.includes(key)).toSorted()).toEqual(keys.toSorted())
})

test('bytes that a store does not let go of are deleted whenever it does, a few at a time, and then never again', async () => {
  const { db, store } = product.deps
  const kept = await Promise.all(Array.from({ length: 250 }, () => stored(40)))
  const keys = kept.map(({ key }) => key)
  await db
    .updateTable('files')
    .set({ deleted_at: ago(30) })
    .where('storage_key', 'in', keys)
    .execute()
  const tried: string[] = []
  let [underWay, most] = [0, 0]
  const refuses = async (key: string) => {
    tried.push(key)
    most = Math.max(most, (underWay += 1))
    await new Promise(setImmediate)
    underWay -= 1
    throw new Error('AccessDenied')
  }
  const refusing = Object.assign(Object.create(store), { delete: refuses })
  await sweepFiles({ ...product.deps, store: refusing, log: pino({ level: 'silent' }) })
  expect(tried.filter((key) => keys.includes(key)).toSorted()).toEqual(keys.toSorted())
  expect(most).toBeLessThanOrEqual(100)
  later(10)
  await sweep()
  expect((await onDisk()).filter((key) => keys.includes(key))).toEqual([])
  tried.splice(0)
  await sweepFiles({ ...product.deps, store: refusing })
  expect(tried).toEqual([])
})

test('the bytes of a file that a person deletes are not deleted again at night', async () => {
  const { db } = product.deps
  const { id } = await stored(1)
  const file_name = `${id}.txt`
  await db.updateTable('files').set({ file_name }).where('id', '=', id).execute()
  const { status } = await (await product.as('manager'))(files.deleteFiles, { body: { filenames: [file_name] } })
  const row = await db.selectFrom('files').select('bytes_gone_at').where('id', '=', id).executeTakeFirst()
  expect([status, row?.bytes_gone_at]).toEqual([200, expect.any(String)])
})

/** Tables that describe a file but do not use it: copies, downloads, links, uploads, recipients and checks. */
const TELL_OF_FILES = [
  'deliveries',
  'file_downloads',
  'file_links',
  'link_files',
  'publication_checks',
  'publication_file_modules',
  'publication_packages',
  'uploads',
]

test('every table that refers to files is either a place or only describes them', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'files'::regclass order by 1`.execute(product.deps.db)
  const { rows: places } = await sql<{ name: string }>`
    select distinct table_name::text as name from information_schema.view_table_usage
    where view_name = 'file_places'`.execute(product.deps.db)
  const known = [...places.map(({ name }) => name), ...TELL_OF_FILES]
  expect(rows.map(({ name }) => name)).toEqual(known.toSorted())
})
