import { copyFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { extract, type ExtractEvents } from 'tar-stream'
import { migrationsOf } from '../platform/database-state.ts'
import type { FileStore } from '../platform/file-store.ts'
import type { Log } from '../platform/log.ts'
import { migrate } from '../platform/migrate.ts'
import { migrationsDir } from '../platform/places.ts'
import { inTempFolder } from '../platform/temp-folder.ts'
import { BackupError, END, MANIFEST, manifest, type Manifest } from './manifest.ts'
import { advanceSequences, columnList, dropForeignKeys, quoted } from './schema.ts'

type Entry = ExtractEvents['entry'][1]

interface Given {
  config: pg.ClientConfig
  store: FileStore
  log: Log
  /** What is there now may go. */
  replace: boolean
}

const OCCUPIED = 'В базе уже есть данные. Чтобы заменить их копией, остановите систему и добавьте --replace'
const NEWER = 'Копия сделана более новой версией системы. Обновите систему и повторите'
const CUT_OFF = 'Файл копии обрывается или повреждён'
/** Whether they left is not known to the copy: nobody gets a letter twice, and a person can repeat them. */
const UNSURE = 'Система восстановлена из копии, когда отправка ещё не закончилась. Повторите, если адресат не получил'

async function isOccupied(client: pg.Client): Promise<boolean> {
  if ((await migrationsOf(client)).length === 0) return false
  const { rows } = await client.query('select exists (select from users) as occupied')
  return rows[0]?.occupied === true
}

async function makeRoom(client: pg.Client, replace: boolean) {
  if (!replace && (await isOccupied(client))) throw new BackupError(OCCUPIED)
  await client.query('drop schema if exists pgboss cascade')
  await client.query('drop schema public cascade')
  await client.query('create schema public')
}

/** Makes the tables the copy was made from: only the migrations it had. */
async function migrateTo({ migrations }: Manifest, config: pg.ClientConfig, log: Log) {
  const known = await readdir(migrationsDir)
  if (!migrations.every((name) => known.includes(`${name}.sql`))) throw new BackupError(NEWER)
  await inTempFolder(async (folder) => {
    for (const name of migrations) await copyFile(join(migrationsDir, `${name}.sql`), join(folder, `${name}.sql`))
    await migrate(config, { ...log, info: () => {} }, folder)
  })
}

const piece = /^tables\/([^/]+)\/\d+$/
const stored = /^files\/(.+)$/

async function readManifest(entries: AsyncIterator<Entry>): Promise<Manifest> {
  const { value } = await entries.next()
  if (value?.header.name !== MANIFEST) throw new BackupError(CUT_OFF)
  return manifest.parse(JSON.parse((await buffer(value)).toString()))
}

/** Takes the entries as they come. */
async function load(client: pg.Client, entries: AsyncIterable<Entry>, tables: Manifest['tables'], store: FileStore) {
  const columns = new Map(tables.map((table) => [table.name, table.columns]))
  let [files, ended] = [0, false]
  for await (const entry of entries) {
    const { name } = entry.header
    const table = piece.exec(name)?.[1]
    const key = stored.exec(name)?.[1]
    if (table) {
      const into = `copy ${quoted(table)} (${columnList(columns.get(table) ?? [])}) from stdin`
      await pipeline(entry, client.query(copyFrom(into)))
    } else if (key) {
      await store.put(key, Readable.from(entry, { objectMode: false }))
      files += 1
    } else {
      ended = name === END
      entry.resume()
    }
  }
  if (!ended) throw new BackupError(CUT_OFF)
  return files
}

async function fill(client: pg.Client, entries: AsyncIterable<Entry>, { tables }: Manifest, store: FileStore) {
  await client.query('begin')
  const restoreForeignKeys = await dropForeignKeys(client)
  await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
  const files = await load(client, entries, tables, store)
  await restoreForeignKeys()
  await advanceSequences(client)
  await client.query(`update deliveries set state = 'failed', last_error = $1 where state = 'queued'`, [UNSURE])
  await client.query('commit')
  await client.query('analyze')
  return files
}

/**
 * Makes the system what the copy says, then brings it to this version. The rows are there altogether or
 * not at all; into the embedded database or into a server, files into a folder or into S3.
 * @throws BackupError with a sentence
 */
export async function restoreBackup(given: Given, source: Readable): Promise<{ made_at: string; files: number }> {
  const { config, store, log } = given
  const client = new pg.Client(config)
  await client.connect()
  const tar = extract()
  // Read to its end below; a broken archive fails there.
  const unpacking = pipeline(source, createGunzip(), tar).catch(() => {
    throw new BackupError(CUT_OFF)
  })
  try {
    const entries = tar[Symbol.asyncIterator]()
    const known = await readManifest(entries)
    await makeRoom(client, given.replace)
    await migrateTo(known, config, log)
    const rest = { [Symbol.asyncIterator]: () => entries }
    const [files] = await Promise.all([fill(client, rest, known, store), unpacking])
    await migrate(config, log)
    return { made_at: known.made_at, files }
  } finally {
    tar.destroy()
    await unpacking.catch(() => undefined)
    await client.end()
  }
}
