import { randomUUID } from 'node:crypto'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from './platform/database.ts'
import { enterDatabase } from './platform/database/in-use.ts'
import { lastBackup } from './platform/database/last-backup.ts'
import { migrate } from './platform/database/migrate.ts'
import { readPidFile } from './platform/embedded/pid-file.ts'
import { startEmbedded } from './platform/embedded.ts'
import { addressOf, createTestDatabase } from './testing/database.ts'
import { temporaryFolder } from './testing/folder.ts'
import { freePort } from './testing/port.ts'

/** The administrator's commands run as programs: their output and exit codes. */

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder('commands')
})
afterAll(() => folder.remove())

function begin(program: string, args: string[], env: Record<string, string>) {
  const path = fileURLToPath(new URL(program, import.meta.url))
  return spawn(process.execPath, [path, ...args], { env: { PATH: process.env['PATH'], ...env } })
}

async function give(program: string, args: string[], env: Record<string, string>) {
  const child = begin(program, args, env)
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { out, error, code }
}

test.each<[string, string[]]>([
  ['backup.ts', ['/tmp/never-written.tar.gz']],
  ['admin.ts', ['--login', 'ivanova']],
  ['import.ts', [fileURLToPath(import.meta.url)]],
  ['demo/main.ts', []],
  ['zone.ts', ['Asia/Omsk']],
])('%s without the settings of the installation creates nothing and reports it', async (program, args) => {
  const DATA_DIR = join(folder.path, program.replace('/', '-'))
  const { out, error, code } = await give(program, args, { DATA_DIR })
  expect({ out, code }).toEqual({ out: '', code: 1 })
  expect(error).toMatch(/^Такой базы данных нет: .* VYPUSK_ENV_FILE .*\n$/)
  await expect(readdir(DATA_DIR)).rejects.toThrow('ENOENT')
})

test('admin.ts works with the database named in the settings file, and prints which it is', async () => {
  const database = await createTestDatabase()
  const file = join(folder.path, 'vypusk.env')
  await writeFile(file, `# settings\nDATABASE_URL="${addressOf(database.config)}"\nDATA_DIR=${folder.path}\n`)
  const { out, error, code } = await give('admin.ts', ['--login', 'ivanova'], { VYPUSK_ENV_FILE: file })
  expect({ error, code }).toEqual({ error: '', code: 0 })
  expect(out).toMatch(/^База данных vypusk_test_\w+ на .*\nАдминистратор ivanova, пароль /)
  const { db, close } = openDatabase(database.config, { info() {}, warn() {} })
  expect(await db.selectFrom('users').select(['login', 'isAdmin']).execute()).toEqual([
    { login: 'ivanova', isAdmin: true },
  ])
  const checks = await give('admin.ts', ['--check-data', '--check-files'], { VYPUSK_ENV_FILE: file })
  expect(checks).toMatchObject({ error: '', code: 0 })
  expect(checks.out).toMatch(/Все даты в порядке\..*\nВсе файлы на месте и целы\n$/)
  const stored = { file_name: 'акт.pdf', storage_key: randomUUID(), size: 5, sha256: 'ab'.repeat(32) }
  await db
    .insertInto('files')
    .values({ ...stored, uploaded: '2026-03-06T09:00:00Z' })
    .execute()
  const missing = await give('admin.ts', ['--check-files'], { VYPUSK_ENV_FILE: file })
  expect(missing.out).toMatch(/«акт.pdf», 5 Б: байтов в хранилище нет\nТребуют внимания: 1\n$/)
  expect(missing.code).toBe(1)
  await close()
  await database.drop()
})

test('admin.ts removes second factors, and the person gets a letter about it', async () => {
  const database = await createTestDatabase()
  const { db, close } = openDatabase(database.config, { info() {}, warn() {} })
  const person = { login: 'petrova', name: 'Петрова', email: 'petrova@example.ru', isRivc: true }
  const { id } = await db.insertInto('users').values(person).returning('id').executeTakeFirstOrThrow()
  const factor = { user_id: id, kind: 'totp', name: 'Телефон', secret: 'sealed', last_step: 1 }
  await db
    .insertInto('second_factors')
    .values({ ...factor, created_at: '2026-03-06T09:00:00Z' })
    .execute()
  const env = { DATABASE_URL: addressOf(database.config), DATA_DIR: folder.path }
  // A storage that is away stops nobody who needs no files.
  const S3_URL = `http://key:secret@127.0.0.1:${await freePort()}/bucket`
  const { error, code } = await give('admin.ts', ['--login', 'petrova', '--clear-second-factor'], { ...env, S3_URL })
  expect({ error, code }).toEqual({ error: '', code: 0 })
  expect(await db.selectFrom('second_factors').select('id').execute()).toEqual([])
  const letters = db.selectFrom('deliveries as d').innerJoin('letters as l', 'l.id', 'd.letter_id')
  expect(await letters.select(['d.target', 'd.state', 'l.kind']).execute()).toEqual([
    { target: 'petrova@example.ru', state: 'queued', kind: 'user.second_factor' },
  ])
  await close()
  await database.drop()
})

test('backup.ts keeps the given number of verified copies, and records for monitoring when the last was made', async () => {
  const database = await createTestDatabase()
  const into = join(folder.path, 'copies')
  const env = { DATABASE_URL: addressOf(database.config), DATA_DIR: folder.path }
  await mkdir(into)
  const former = ['vypusk-2026-01-01_03-00-00.tar.gz', 'vypusk-2026-01-02_03-00-00.tar.gz', 'by hand.tar.gz']
  for (const name of former) await writeFile(join(into, name), '')
  const { out, error, code } = await give('backup.ts', ['--into', into, '--keep', '2'], env)
  expect({ error, code }).toEqual({ error: '', code: 0 })
  expect(out).toMatch(/Копий в .*: 2, убрано прежних: 1\n$/)
  const left = (await readdir(into)).toSorted()
  expect(left).toEqual(['by hand.tar.gz', former[1], expect.stringMatching(/^vypusk-2\d{3}-.*\.tar\.gz$/)])
  expect((await give('backup.ts', ['--verify', join(into, left[2] ?? '')], {})).code).toBe(0)
  const { db, close } = openDatabase(database.config, { info() {}, warn() {} })
  expect(Date.parse((await lastBackup(db)) ?? '')).toBeGreaterThan(Date.now() - 600_000)
  await close()
  await database.drop()
})

test('zone.ts changes the time zone of a system that is stopped, and only then', async () => {
  const database = await createTestDatabase()
  const env = { DATABASE_URL: addressOf(database.config), DATA_DIR: folder.path, TZ: 'Europe/Moscow' }
  const { db, close } = openDatabase(database.config, { info() {}, warn() {} })
  const created_at = '2026-03-06T09:00:00.000Z'
  await db.insertInto('companies').values({ namecomp: 'Север', created_at }).execute()
  await close()
  const changed = await give('zone.ts', ['Asia/Omsk'], env)
  expect({ error: changed.error, code: changed.code }).toEqual({ error: '', code: 0 })
  expect(changed.out).toMatch(
    /Часовой пояс системы: Asia\/Omsk, был Europe\/Moscow\. .*: 0, .*\nКомпаний без своего пояса: 1\. .* Asia\/Omsk, .*\nЗадайте TZ=Asia\/Omsk /,
  )
  const checked = await give('check.ts', [], env)
  expect(checked.out).toMatch(/^TZ=Europe\/Moscow не действует: .*\n✓ Часовой пояс +Asia\/Omsk, сейчас /)
  for (const zone of ['Mars/X', '+03:00']) {
    const { error, code } = await give('zone.ts', [zone], env)
    expect({ error, code }).toEqual({ error: expect.stringMatching(/^Укажите часовой пояс: /), code: 1 })
  }
  const leave = await enterDatabase(database.config, { onReplaced() {} })
  const refused = await give('zone.ts', ['Europe/Moscow'], env)
  expect({ error: refused.error, code: refused.code }).toEqual({
    error: expect.stringMatching(/^Система работает: /),
    code: 1,
  })
  await leave()
  await database.drop()
})

test('a command ended by Ctrl+C stops the embedded database and leaves nothing behind', async () => {
  const [dataDir, copies] = [join(folder.path, 'ended'), join(folder.path, 'half')]
  await mkdir(copies)
  const quiet = { info() {}, warn() {} }
  const { config, stop } = await startEmbedded({ dataDir, log: quiet })
  await migrate(config, quiet)
  const [holder, observer] = [new pg.Client(config), new pg.Client(config)]
  for (const client of [holder, observer]) await client.on('error', () => {}).connect()
  await holder.query('begin; lock table users in access exclusive mode')
  const child = begin('backup.ts', [join(copies, 'copy.tar.gz')], { DATA_DIR: dataDir })
  const ended = Promise.all([text(child.stderr), once(child, 'exit')])
  await expect.poll(async () => (await observer.query('select from pg_locks where not granted')).rowCount).toBe(1)
  // The command is the last one to use the database.
  await stop()
  await expect.poll(() => readdir(copies)).toEqual([`copy.tar.gz.${hostname()}.${child.pid}.part`])
  child.kill('SIGINT')
  const [error, [code]] = await ended
  expect({ error, code }).toEqual({ error: '', code: 130 })
  expect(await readPidFile(join(dataDir, 'postgres', '18'))).toBeNull()
  expect(await readdir(copies)).toEqual([])
})

test('a restore ended by Ctrl+C says which system is there', async () => {
  const [copied, former] = [await createTestDatabase(), await createTestDatabase()]
  const DATA_DIR = join(folder.path, 'interrupted')
  await mkdir(DATA_DIR)
  const copy = join(DATA_DIR, 'copy.tar.gz')
  await give('backup.ts', [copy], { DATABASE_URL: addressOf(copied.config), DATA_DIR })
  const holder = new pg.Client(former.config)
  await holder.connect()
  await holder.query('begin; lock table users in access share mode')
  const child = begin('restore.ts', [copy, '--replace'], { DATABASE_URL: addressOf(former.config), DATA_DIR })
  const ended = Promise.all([text(child.stderr), once(child, 'exit')])
  await expect.poll(async () => (await holder.query('select from pg_locks where not granted')).rowCount).toBe(1)
  child.kill('SIGINT')
  const [error, [code]] = await ended
  expect({ error, code }).toEqual({
    error: 'Восстановление прервано. Прежняя система осталась как была\n',
    code: 130,
  })
  await holder.end()
  await Promise.all([copied.drop(), former.drop()])
})

test('check.ts tries the configured parts, prints the result of each, and changes nothing', async () => {
  const database = await createTestDatabase()
  const env = { DATABASE_URL: addressOf(database.config), DATA_DIR: join(folder.path, 'checked'), TZ: 'Asia/Omsk' }
  const good = await give('check.ts', [], env)
  expect({ error: good.error, code: good.code }).toEqual({ error: '', code: 0 })
  expect(good.out).toMatch(/^✓ Часовой пояс +Asia\/Omsk, сейчас /)
  for (const line of [
    /^✓ Папка данных +.*: свободно /m,
    /^✓ База данных +База данных vypusk_test_\w+ на .*, этой версии\. PostgreSQL .* отвечает/m,
    /^– Почта +SMTP_URL не задан/m,
    /^✓ Хранилище файлов +Файл записан, прочитан и удалён/m,
    /^Всё, что настроено, работает$/m,
  ])
    expect(good.out).toMatch(line)
  expect(good.out.match(/^. База данных /gm)).toHaveLength(1)
  await database.drop()

  const SMTP_URL = 'smtp://vypusk:S3cret@127.0.0.1:1'
  const S3_URL = `http://key:S3cret@127.0.0.1:${await freePort()}/bucket`
  const BACKUP_DIR = join(folder.path, 'copies')
  const bad = await give('check.ts', [], { ...env, SMTP_URL, SMPT_URL: SMTP_URL, S3_URL, BACKUP_DIR })
  expect({ error: bad.error, code: bad.code }).toEqual({ error: '', code: 1 })
  expect(bad.out).toMatch(/^✗ База данных +Не удалось подключиться: .* Причина: такой базы данных на сервере нет$/m)
  expect(bad.out).toMatch(/^✗ Почта /m)
  expect(bad.out).toMatch(/^✗ Хранилище файлов +.* не принимает файлы: по этому адресу никто не отвечает$/m)
  expect(bad.out).toMatch(/^✓ Резервные копии +Файл в папку записан и удалён$/m)
  expect(bad.out).toContain('Возможно, имелась в виду SMTP_URL')
  expect(bad.out).toMatch(/^Не работает: 3$/m)
  expect(bad.out).not.toContain('S3cret')
})
