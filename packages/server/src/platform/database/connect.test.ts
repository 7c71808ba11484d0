import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf, createTestDatabase } from '../../testing/database.ts'
import { temporaryFolder } from '../../testing/folder.ts'
import { connectDatabase, joinDatabase, orUnreachable } from './connect.ts'
import { readSettings } from '../settings.ts'

const quiet = { info() {}, warn() {} }
const BARE = { create: `encoding 'UTF8' template template0` }

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder('connect')
})
afterAll(() => folder.remove())

/** The description of a database, or why it was refused, and whether its tables are still there. */
async function connectTo(
  made: { create?: string },
  statement: string,
  ask: (settings: ReturnType<typeof readSettings>) => Promise<{ name: string; stop: () => Promise<void> }>,
) {
  const { config, drop } = await createTestDatabase(made)
  const client = new pg.Client(config)
  await client.connect()
  const tables = async () =>
    (await client.query(`select relname from pg_class where relnamespace = to_regnamespace('public')`)).rowCount
  try {
    await client.query(statement)
    const before = await tables()
    const settings = readSettings({ DATABASE_URL: addressOf(config), DATA_DIR: folder.path })
    const answer = await ask(settings).then(
      ({ name, stop }) => stop().then(() => name),
      (error: Error) => `${error.name}: ${error.message}`,
    )
    return { answer, isUnchanged: before === (await tables()) }
  } finally {
    await client.end()
    await drop()
  }
}

const USED = `insert into vypusk.mark (used_since) values ('2026-01-01')`
const RECREATED = 'drop schema public cascade; create schema public'

test.each<[string, { create?: string }, string, string]>([
  ['nothing', BARE, '', 'В ней ещё нет системы'],
  ['an older version', {}, `delete from migrations where name > '0040'`, 'Сначала обновите'],
  ['a newer version', {}, `insert into migrations (name, run_on) values ('9999_later', now())`, 'Обновите программу'],
  ['another program', BARE, 'create table orders (id int)', 'таблицы другой программы'],
  ['a system that lost its tables', {}, `${USED}; ${RECREATED}`, 'Восстановите её из копии'],
])('a command refuses a database of %s and leaves it unchanged', async (_, made, statement, sentence) => {
  const { answer, isUnchanged } = await connectTo(made, statement, (settings) => joinDatabase(settings, quiet))
  expect(answer).toContain(sentence)
  expect(answer).toContain('DatabaseError: База данных vypusk_test_')
  expect(isUnchanged).toBe(true)
})

test.each<[string, { create?: string }, string, string]>([
  ['another program', BARE, 'create table orders (id int)', 'таблицы другой программы'],
  ['a newer version', {}, `insert into migrations (name, run_on) values ('9999_later', now())`, 'Обновите программу'],
  ['a system that lost its tables', {}, `${USED}; ${RECREATED}`, 'Восстановите её из копии'],
])('the service refuses one of %s and leaves it unchanged', async (_, made, statement, sentence) => {
  const ask = (settings: ReturnType<typeof readSettings>) => connectDatabase(settings, quiet, () => {})
  const { answer, isUnchanged } = await connectTo(made, statement, ask)
  expect(answer).toContain(sentence)
  expect(isUnchanged).toBe(true)
})

test('a server whose socket is gone during the start is named in a sentence', async () => {
  const client = new pg.Client({ host: folder.path })
  const lost = orUnreachable('база данных', client.connect())
  await expect(lost).rejects.toThrow('Не удалось подключиться: база данных. Причина: сокета нет')
})

test('a command prints the database it works with, without the password', async () => {
  const { answer } = await connectTo({}, '', (settings) => joinDatabase(settings, quiet))
  expect(answer).toMatch(/^база данных vypusk_test_\w+ на \S+$/)
})

test('a command does not create an embedded database', async () => {
  const dataDir = join(folder.path, 'nothing')
  const joining = joinDatabase(readSettings({ DATA_DIR: dataDir }), quiet)
  await expect(joining).rejects.toThrow(`Такой базы данных нет: встроенная база данных в папке ${dataDir}/postgres`)
  await expect(readdir(dataDir)).rejects.toThrow('ENOENT')
})

test('the service creates no database next to the files of a system whose database is lost', async () => {
  const dataDir = join(folder.path, 'lost')
  await mkdir(join(dataDir, 'files', 'ab'), { recursive: true })
  await writeFile(join(dataDir, 'files', 'ab', 'file'), 'bytes')
  const connecting = connectDatabase(readSettings({ DATA_DIR: dataDir }), quiet, () => {})
  await expect(connecting).rejects.toThrow('лежат файлы системы')
  expect(await readdir(dataDir)).toEqual(['files'])
})

test.each([
  [
    'postgres://u:secret@127.0.0.1:1/base',
    'база данных base на 127.0.0.1:1. Причина: по этому адресу никто не отвечает',
  ],
  ['postgres://u:secret@nowhere.invalid/base', 'база данных base на nowhere.invalid:5432. Причина: '],
])('an unreachable server is named: %s', async (DATABASE_URL, sentence) => {
  const message = await joinDatabase(readSettings({ DATABASE_URL }), quiet).catch((error: Error) => error.message)
  expect(message).toContain(sentence)
  expect(message).not.toContain('secret')
})

const NOBODY = 'postgres://vypusk:S3cret@127.0.0.1:1/vypusk'
test.each([
  [NOBODY, 'по этому адресу никто не отвечает'],
  ['postgres://vypusk@nowhere.invalid/vypusk', 'такого сервера нет|DNS'],
  ['postgres://vypusk@%2Fnowhere/vypusk', 'сокета нет: сервер базы данных не запущен'],
  [`${NOBODY}?sslmode=verify-full&sslrootcert=/nowhere.pem`, 'такого файла нет: проверьте sslrootcert'],
])('reports in words why %s cannot be reached, without the password', async (DATABASE_URL, why) => {
  const settings = readSettings({ DATABASE_URL, DATA_DIR: folder.path })
  const message = await joinDatabase(settings, quiet).catch(String)
  expect(message).toMatch(/^DatabaseError: Не удалось подключиться: база данных vypusk на .*Причина: /)
  expect(message).toMatch(new RegExp(why))
  expect(message).not.toContain('S3cret')
})
