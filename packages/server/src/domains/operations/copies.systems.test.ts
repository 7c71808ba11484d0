import { mkdir, readdir, rm, writeFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { settings } from '@vypusk/contract'
import { verifyCopy } from '../../backup/verify.ts'
import { lastBackup, noteBackup, rememberBackup } from '../../platform/database/last-backup.ts'
import { endPrograms } from '../../platform/runtime/programs.ts'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { addressOf, createTestDatabase } from '../../testing/database.ts'
import { temporaryFolder } from '../../testing/folder.ts'
import { makeFile } from '../../testing/making/make-publication.ts'
import { makePeople } from '../../testing/making/make.ts'
import { clear, noticesOf } from '../../testing/notices.ts'
import { watchCopies } from './commands/copies.ts'
import { CUT_SHORT } from './rules/copies.ts'

/** The daily backup, made by the command itself, and how administrators are notified if it fails. */

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let product: TestApp
let admin: Api
let manager: Api
let copies: string
beforeAll(async () => {
  folder = await temporaryFolder('daily-copies')
  copies = join(folder.path, 'copies')
  const database = await createTestDatabase()
  const env = { DATABASE_URL: addressOf(database.config), BACKUP_DIR: copies, BACKUP_AT: '02:30', BACKUP_KEEP: '2' }
  product = await testApp(env, { database })
  await makePeople(product.deps.db)
  ;[admin, manager] = await Promise.all([product.as('admin'), product.as('manager')])
})
beforeEach(() => clear(admin))
afterAll(async () => {
  await product.close()
  await folder.remove()
})

const at = (day: number, hour: number, minute = 0) =>
  product.clock.set(new Date(2026, 2, day, hour, minute).toISOString())
const watch = () => watchCopies(product.deps)
/** The administrator's unread notices. */
const unreadNotices = async () =>
  (await noticesOf(admin, { unread: '1' })).map(({ kind, reason, text }) => [kind, reason, text])
const made = async () => (await readdir(copies)).toSorted()

test('a backup is made and verified once when its hour comes, and the set number of backups is kept', async () => {
  await mkdir(copies)
  for (const name of ['vypusk-2026-01-01_02-30-00.tar.gz', 'vypusk-2026-01-02_02-30-00.tar.gz'])
    await writeFile(join(copies, name), '')
  const half = join(copies, 'vypusk-2026-01-03_02-30-00.tar.gz.4194304.part')
  await writeFile(half, '')
  await utimes(half, 0, 0)
  at(6, 9)
  await Promise.all([watch(), watch(), watch()])
  const first = await made()
  expect(first).toEqual(['vypusk-2026-01-02_02-30-00.tar.gz', expect.stringMatching(/^vypusk-2\d{3}-.*\.tar\.gz$/)])
  expect((await verifyCopy(join(copies, first[1] ?? ''))).missing).toEqual([])
  expect(await lastBackup(product.deps.db)).toBeDefined()
  at(7, 2, 29)
  await watch()
  expect(await made()).toEqual(first)
  expect(await unreadNotices()).toEqual([])
})

test('administrators are notified of a failed backup once a night, and it is tried again every hour', async () => {
  await rm(copies, { recursive: true })
  await writeFile(copies, 'no folder')
  at(8, 3)
  await watch()
  const [notice] = await noticesOf(admin)
  expect(notice).toMatchObject({
    kind: 'system',
    reason: 'responsible',
    title: 'Резервные копии',
    href: '/admin/settings',
  })
  expect(notice?.text).toBe(
    `Копия не сделана: ${copies}: на месте папки стоит файл. Проверьте путь в настройках и права пользователя`,
  )
  expect(await noticesOf(manager)).toEqual([])
  at(8, 3, 59)
  await watch()
  at(8, 4)
  await watch()
  expect(await unreadNotices()).toHaveLength(1)
  await rm(copies)
  at(8, 4, 59)
  await watch()
  expect(await readdir(folder.path)).not.toContain('copies')
  at(8, 5)
  await watch()
  expect(await made()).toHaveLength(1)
  await rm(copies, { recursive: true })
  await writeFile(copies, 'no folder')
  at(9, 3)
  await watch()
  expect(await unreadNotices()).toHaveLength(2)
  await rm(copies)
})

test('a backup in which bytes of files are missing is kept and reported', async () => {
  const id = await makeFile(product.deps.db)
  at(10, 3)
  await watch()
  expect((await unreadNotices())[0]?.[2]).toMatch(
    /^Копия сделана, но не всё в ней есть\. Содержимого файлов нет \(1\): /,
  )
  expect(await made()).toEqual([expect.stringMatching(/_incomplete\.tar\.gz$/)])
  await product.deps.db.updateTable('files').set({ deleted_at: '2026-03-10T00:00:00Z' }).where('id', '=', id).execute()
})

test('a backup that ended with its process is not a failure: the next process makes it', async () => {
  at(11, 3)
  const whole = async () => (await made()).filter((name) => name.endsWith('.gz'))
  const before = await whole()
  // A backup that waits for a table cannot end before its process does, however quick it is.
  await product.deps.db.transaction().execute(async (tx) => {
    await sql`lock table requests in access exclusive mode`.execute(tx)
    const watching = watch()
    await expect.poll(() => made().then((names) => names.some((name) => name.endsWith('.part')))).toBe(true)
    endPrograms()
    await watching
  })
  expect((await made()).filter((name) => name.endsWith('.part'))).toEqual([])
  expect(await unreadNotices()).toEqual([])
  expect(await whole()).toEqual(before)
  await watch()
  expect(await whole()).toHaveLength(before.length + 1)
})

test('a backup killed from outside is a failure like any other: administrators are notified, an hour passes', async () => {
  at(11, 9)
  await rm(copies, { recursive: true })
  await product.deps.db.deleteFrom('installation').where('key', '=', 'backup_diary').execute()
  // The name of an incomplete backup contains the id of the process that makes it.
  const maker = async () => {
    const names = await made().catch(() => [])
    return Number(/\.(\d+)\.part$/.exec(names.find((name) => name.endsWith('.part')) ?? '')?.[1] ?? 0)
  }
  const { watching } = await product.deps.db.transaction().execute(async (tx) => {
    await sql`lock table requests in access exclusive mode`.execute(tx)
    const begun = watch()
    await expect.poll(maker).toBeGreaterThan(0)
    process.kill(await maker(), 'SIGKILL')
    return { watching: begun }
  })
  await watching
  const told = [
    ['system', 'responsible', 'Копия не сделана: процесс копии убит сигналом SIGKILL, вероятно, не хватило памяти'],
  ]
  expect(await unreadNotices()).toEqual(told)
  const whole = async () => (await made()).filter((name) => name.endsWith('.gz'))
  at(11, 9, 5)
  await watch()
  expect(await whole()).toEqual([])
  at(11, 10)
  await watch()
  expect(await whole()).toHaveLength(1)
  expect(await unreadNotices()).toEqual(told)
})

test('administrators are notified once of a last backup that has become too old', async () => {
  at(12, 3)
  await watch()
  await rememberBackup(product.deps.db, product.clock)
  const later = await testApp({}, { database: { config: product.config, drop: async () => {} } })
  later.clock.set(new Date(2026, 2, 13, 14, 59).toISOString())
  await watchCopies(later.deps)
  expect(await unreadNotices()).toEqual([])
  later.clock.set(new Date(2026, 2, 13, 15, 1).toISOString())
  await watchCopies(later.deps)
  await watchCopies(later.deps)
  expect(await unreadNotices()).toEqual([
    ['system', 'responsible', 'Последняя проверенная копия сделана 12.03.2026 03:00, больше полутора суток назад'],
  ])
  await later.close()
})

test('a backup that died with its process or the database is reported and repeated at once, later ones after an hour', async () => {
  const { db } = product.deps
  await rm(copies, { recursive: true })
  await db.deleteFrom('installation').where('key', '=', 'backup_diary').execute()
  const die = async (...moment: Parameters<typeof at>) => {
    at(...moment)
    const now = product.clock.now().toISOString()
    await noteBackup(db, { tried_at: now, begun_at: now, made_at: null })
  }
  await die(14, 3)
  at(14, 3, 1)
  await watch()
  const whole = async () => (await made().catch(() => [])).filter((name) => name.endsWith('.gz'))
  expect(await whole()).toHaveLength(1)
  const told = [['system', 'responsible', CUT_SHORT]]
  expect(await unreadNotices()).toEqual(told)
  await rm(copies, { recursive: true })
  await die(14, 4)
  at(14, 4, 59)
  await watch()
  expect(await whole()).toEqual([])
  at(14, 5)
  await watch()
  expect(await whole()).toHaveLength(1)
  expect(await unreadNotices()).toEqual(told)
})

test('the folder is checked from the screen', async () => {
  const { body } = await admin(settings.check, { params: { section: 'backup' } })
  expect(body).toMatchObject({
    is_ok: true,
    sentence: expect.stringMatching(/^Файл в папку записан и удалён\. Последняя/),
  })
  expect((await made()).filter((name) => name.startsWith('.'))).toEqual([])
})
