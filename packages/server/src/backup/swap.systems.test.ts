import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import pg from 'pg'
import { expect, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { openDatabase } from '../platform/database.ts'
import { enterDatabase } from '../platform/database/in-use.ts'
import { flipped, partsOf, writeParts } from '../testing/copies.ts'
import { run } from '../testing/database.ts'
import {
  asNew,
  asOld,
  COPIED,
  copy,
  copyWorld,
  inFolder,
  OLD,
  oldSystem,
  store,
} from '../testing/processes/restoring.ts'
import type { Stage } from './restore.ts'
import { verifyCopy } from './verify.ts'
import { writeBackup } from './write.ts'

const quiet = { info() {}, warn() {} }
copyWorld()

test('a copy replaces a system completely, and the former files are treated like deleted ones', async () => {
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

test('of the files that the old system had deleted those are kept whose bytes may still be there', async () => {
  const system = await oldSystem('deleted')
  const [left, gone] = [randomUUID(), randomUUID()]
  const { db, close } = openDatabase(system.database.config, quiet)
  const deleted_at = '2026-01-02T03:04:05.000Z'
  const file = { file_name: 'x', size: 1, sha256: '0'.repeat(64), uploaded: deleted_at, deleted_at }
  await db
    .insertInto('files')
    .values([
      { ...file, storage_key: left, bytes_gone_at: null },
      { ...file, storage_key: gone, bytes_gone_at: deleted_at },
    ])
    .execute()
  await system.restore()
  const found = await db.selectFrom('files').select('storage_key').where('storage_key', 'in', [left, gone]).execute()
  expect(found).toEqual([{ storage_key: left }])
  await close()
  await system.drop()
})

test('a damaged copy, however late the damage, leaves only the old system', async () => {
  const system = await oldSystem('damaged')
  const before = await system.read()
  const parts = await partsOf(copy())
  for (const name of ['tables/users/1', `files/${COPIED}`, 'end.json']) {
    const path = inFolder('damaged.tar.gz')
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

test('a copy that changes between the two readings is not restored', async () => {
  const system = await oldSystem('changed')
  const before = await system.read()
  const [parts, path] = [await partsOf(copy()), inFolder('changing.tar.gz')]
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

test('it is refused while a process uses the database', async () => {
  const system = await oldSystem('busy')
  const leave = await enterDatabase(system.database.config, { onReplaced: () => {} })
  await expect(system.restore()).rejects.toThrow('Система работает: vypusk ')
  await leave()
  expect(await system.read()).toMatchObject({ ...asOld, beside: false })
  await system.drop()
})

test('what belongs to others in the schema is kept: rights and extensions', async () => {
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

test('a restored system can be backed up and verified again', async () => {
  const system = await oldSystem('again')
  await system.restore()
  const again = inFolder('again.tar.gz')
  const options = { config: system.database.config, store: store('again'), clock: systemClock, version: '1' }
  await writeBackup(options, createWriteStream(again))
  const [first, second] = [await verifyCopy(copy()), await verifyCopy(again)]
  expect(second.missing).toEqual([])
  expect(second.files).toBe(first.files)
  await system.drop()
})
