import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auth, releases } from '@vypusk/contract'
import type { Db } from '../platform/call.ts'
import { folderStore } from '../platform/external/file-store/folder.ts'
import { testApp, type TestApp } from '../testing/app.ts'
import { sha256Of } from '../testing/copies.ts'
import { createTestDatabase, run } from '../testing/database.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { makeFile } from '../testing/making/make-publication.ts'
import { makePeople, makeRelease } from '../testing/making/make.ts'
import { restoreBackup } from './restore.ts'
import { writeBackup } from './write.ts'
import { NO_LONGER_THEIRS } from '../domains/publications/port.ts'
import { backupDiary, noteBackup } from '../platform/database/last-backup.ts'
import { UNSURE } from '../platform/unsure.ts'

const quiet = { info: () => {}, warn: () => {} }
/** A copy to FTP; it has not been sent yet unless something else is said. */
async function makeDelivery(
  db: Db,
  input: { file_id: number; target: string; state?: string; needless?: boolean; last_error?: string },
) {
  const at = '2026-03-01T09:00:00.000Z'
  const event = await db
    .insertInto('events')
    .values({ kind: 'published', entity: 'publication', entity_id: 1, version: 1, data: '{}', at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const about = { kind: 'ftp', event_id: event.id, entity: 'publication', entity_id: 1, at }
  await db
    .insertInto('deliveries')
    .values({ ...about, ...input })
    .execute()
}

/** What waits to be sent: an event for another program, and letters due before and after the restore. */
async function makeWaiting(db: Db) {
  const at = '2026-03-01T09:00:00.000Z'
  const webhook = await db
    .insertInto('webhooks')
    .values({ url: 'https://example.ru/hook', kinds: ['release.changed'], secret: 'secret', created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('webhook_deliveries')
    .values({ webhook_id: webhook.id, kind: 'release.changed', body: '{}', created_at: at })
    .execute()
  const held = { entity: 'agreement', topic: 'agreement.offered', event_ids: [1], since: at }
  await db
    .insertInto('held_letters')
    .values([
      { ...held, entity_id: 1, due_at: '2026-03-06T06:29:00.000Z' },
      { ...held, entity_id: 2, due_at: '2026-03-06T07:29:00.000Z' },
      { ...held, entity_id: 3, due_at: '2126-03-06T06:29:00.000Z' },
    ])
    .execute()
}

let product: TestApp
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let release_id: number
let written: Awaited<ReturnType<typeof writeBackup>>
const storage_key = randomUUID()
const archive = () => join(folder.path, 'copy.tar.gz')

beforeAll(async () => {
  folder = await temporaryFolder('backup')
  product = await testApp()
  const { db, store } = product.deps
  const { manager, company1 } = await makePeople(db)
  release_id = await makeRelease(
    db,
    { author_id: manager, title: 'Таб\tи строка\nи \\N', description: 'я'.repeat(2_200_000) },
    { companies: [company1] },
  )
  await store.put(storage_key, Readable.from(['байты']))
  await makeFile(db, { storage_key, size: 10, sha256: sha256Of('байты') })
  await makeFile(db, { file_name: 'lost.zip' })
  // Deleted files have no bytes, and do not count as missing.
  await makeFile(db, { deleted_at: '2026-03-02T09:00:00.000Z' })
  await makeDelivery(db, { file_id: await makeFile(db), target: 'company/release' })
  const stopped = { state: 'failed', needless: true, last_error: NO_LONGER_THEIRS }
  await makeDelivery(db, {
    file_id: await makeFile(db, { deleted_at: '2026-03-02T09:00:00.000Z' }),
    target: 'company/hidden',
    ...stopped,
  })
  await makeWaiting(db)
  await noteBackup(db, { tried_at: '2026-03-06T06:29:00.000Z', begun_at: '2026-03-06T06:29:00.000Z' })
  const options = { config: product.config, store, clock: product.clock, version: '2.17.4' }
  written = await writeBackup(options, createWriteStream(archive()))
})
afterAll(async () => {
  await product.close()
  await folder.remove()
})

const restore = (config: TestApp['config'], path = archive(), replace = false) => {
  const store = folderStore(join(folder.path, 'files'))
  return restoreBackup({ config, store, log: quiet, clock: product.clock, replace }, () => createReadStream(path))
}

test('a copy restored elsewhere becomes the same system and can be worked with', async () => {
  const elsewhere = await createTestDatabase({ create: `encoding 'UTF8' template template0` })
  // Two of the three files had no bytes any more; the backup was made nevertheless.
  const read = await restore(elsewhere.config)
  expect(read).toMatchObject({ manifest: { made_at: '2026-03-06T06:30:00.000Z' }, files: 1, bytes: 10, altered: [] })
  expect(read.missing.map(({ file_name }) => file_name)).toEqual(['lost.zip', 'update.zip'])
  expect(written).toEqual({ files: 1, missing: read.missing })
  const restored = await testApp({}, { database: elsewhere })
  const manager = await restored.as('manager')
  const seen = (await manager(releases.get, { params: { id: release_id } })).body
  expect(seen.title).toBe('Таб\tи строка\nи \\N')
  expect(seen.description).toHaveLength(2_200_000)
  expect((await manager(auth.getUser)).status).toBe(200)
  const body = { title: 'Следующий', start_date: '2026-03-02', plan_date: '2026-03-31' }
  expect((await manager(releases.save, { params: { id: 0 }, body })).body.release.id).toBeGreaterThan(release_id)
  expect(await text(folderStore(join(folder.path, 'files')).get(storage_key))).toBe('байты')
  const { state, last_error } = await restored.deps.db
    .selectFrom('deliveries')
    .select(['state', 'last_error'])
    .executeTakeFirstOrThrow()
  expect([state, last_error]).toEqual(['failed', expect.stringContaining('восстановлена из копии')])
  await restored.close()
})

test('what was to be sent when the copy was made is left to people', async () => {
  const elsewhere = await createTestDatabase({ create: `encoding 'UTF8' template template0` })
  await restore(elsewhere.config)
  const restored = await testApp({}, { database: elsewhere })
  const { db } = restored.deps
  const announced = await db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_tries as t', 't.delivery_id', 'd.id')
    .select(['d.state', 't.status', 't.answer'])
    .execute()
  expect(announced).toEqual([
    { state: 'failed', status: null, answer: expect.stringContaining('восстановлена из копии') },
  ])
  // Sent since the copy, perhaps: it is left to people once its company gets the release.
  const stopped = await db
    .selectFrom('deliveries')
    .select(['last_error', 'needless'])
    .where('target', '=', 'company/hidden')
    .executeTakeFirstOrThrow()
  expect(stopped).toEqual({ last_error: UNSURE, needless: true })
  const held = await db.selectFrom('held_letters').select('is_unsure').orderBy('entity_id').execute()
  expect(held.map(({ is_unsure }) => is_unsure)).toEqual([true, false, true])
  // Nobody is told of the copy itself as of one that was cut short.
  expect(await backupDiary(db)).toEqual({ tried_at: '2026-03-06T06:29:00.000Z' })
  await restored.close()
})

test('existing data is replaced only when explicitly allowed', async () => {
  const occupied = await createTestDatabase()
  await restore(occupied.config)
  await expect(restore(occupied.config)).rejects.toThrow('добавьте --replace')
  await restore(occupied.config, archive(), true)
  await occupied.drop()
})

test('a database of another program is never touched', async () => {
  const foreign = await createTestDatabase({ create: `encoding 'UTF8' template template0` })
  await run(foreign.config, 'create table orders (id int)')
  await expect(restore(foreign.config, archive(), true)).rejects.toThrow('другой программы')
  await run(foreign.config, 'table orders')
  await foreign.drop()
})
