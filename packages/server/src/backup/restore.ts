import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import pg from 'pg'
import { momentOf, type Clock } from '../platform/clock.ts'
import { checkDatabase, openDatabase } from '../platform/database.ts'
import { markRestored, migrationNames, stateOf } from '../platform/database-state.ts'
import type { FileStore } from '../platform/file-store.ts'
import { takeAlone } from '../platform/in-use.ts'
import type { Log } from '../platform/log.ts'
import { migrate } from '../platform/migrate.ts'
import { migrationsDir } from '../platform/places.ts'
import { inTempFolder } from '../platform/temp-folder.ts'
import { BESIDE, clearBeside, keepFormerFiles, openBeside, settle, takePlace } from './beside.ts'
import { recordRestore } from './chains.ts'
import { endWaysIn, type Ended } from './ending.ts'
import { loading } from './load.ts'
import { BackupError, NEWER, type Manifest } from './manifest.ts'
import { readArchive, type Contents } from './read.ts'
import { proving } from './verify.ts'

/** What a restore has just come to; all before `swapped` leaves the old system as it was. */
export type Stage = 'proved' | 'opened' | 'rows' | 'files' | 'migrated' | 'swapping' | 'swapped'

/** What the copy held, and which ways in of it were ended. */
interface Restored extends Contents {
  ended: Ended
}

interface RestoreOptions {
  config: pg.ClientConfig
  store: FileStore
  clock: Clock
  log: Log
  /** What is there now may go. */
  replace: boolean
  onStage?: (stage: Stage) => void | Promise<void>
}

const OCCUPIED = 'В базе уже есть данные. Чтобы заменить их копией, остановите систему и добавьте --replace'
const FOREIGN = 'В базе данных таблицы другой программы, а не этой системы. Проверьте DATABASE_URL'
const AS_IT_WAS = 'Прежняя система осталась как была'
const UNCERTAIN =
  'Связь с базой данных прервалась, когда копия занимала место прежних данных. Цело или прежнее, или восстановленное: запустите систему и посмотрите'

async function refuseUnlessMeant(client: pg.Client, replace: boolean) {
  const state = await stateOf(client)
  if (state === 'foreign') throw new BackupError(FOREIGN)
  if (state === 'new' || state === 'emptied' || replace) return
  const { rows } = await client.query('select exists (select from public.users) as occupied')
  if (rows[0]?.occupied) throw new BackupError(OCCUPIED)
}

async function refuseNewer({ migrations }: Manifest) {
  const known = await migrationNames()
  if (!migrations.every((name) => known.includes(name))) throw new BackupError(NEWER)
}

/** Makes the tables the copy was made from: only the migrations it had. */
async function migrateTo({ migrations }: Manifest, config: pg.ClientConfig, log: Log) {
  await inTempFolder(async (dir) => {
    for (const name of migrations) await copyFile(join(migrationsDir, `${name}.sql`), join(dir, `${name}.sql`))
    await migrate(config, { ...log, info: () => {} }, { dir, schema: BESIDE })
  })
}

/** Words are compared in the database: one that cannot is refused before anything is made in it. */
async function check(client: pg.Client, config: pg.ClientConfig, log: Log) {
  await client.query('create extension if not exists pg_trgm')
  const { db, close } = openDatabase({ ...config, max: 1 }, log)
  await checkDatabase(db).finally(close)
}

async function makeReady(client: pg.Client, options: RestoreOptions, open: () => Readable, known: Manifest) {
  const { config, store, log, onStage } = options
  await openBeside(client)
  await migrateTo(known, config, log)
  await onStage?.('opened')
  const read = await readArchive(
    open(),
    loading(client, store, async () => onStage?.('rows')),
  )
  await onStage?.('files')
  await migrate(config, { ...log, info: () => {} }, { schema: BESIDE })
  await onStage?.('migrated')
  return read
}

/** The one step: before its commit all is as it was, after it all is as the copy says. */
async function swap(client: pg.Client, { clock, onStage }: RestoreOptions, { made_at }: Manifest): Promise<Ended> {
  const at = momentOf(clock)
  await client.query(`begin; set local lock_timeout = '30s'`)
  await settle(client)
  await recordRestore(client, { made_at, at })
  const ended = await endWaysIn(client, clock.now())
  await keepFormerFiles(client, at)
  await takePlace(client)
  await markRestored(client, at)
  await onStage?.('swapping')
  await client.query('commit').catch((cause: unknown) => {
    throw new BackupError(UNCERTAIN, { cause })
  })
  return ended
}

/** What the database or the disk said, in a sentence. */
function sentenceOf(error: unknown): unknown {
  if (error instanceof BackupError || !(error instanceof Error)) return error
  const isOutside = error instanceof pg.DatabaseError || 'syscall' in error
  return isOutside ? new BackupError(`Не удалось: ${error.message}. ${AS_IT_WAS}`, { cause: error }) : error
}

async function restoreInto(
  client: pg.Client,
  options: RestoreOptions,
  open: () => Readable,
  known: Manifest,
): Promise<Restored> {
  const { config, store, log, onStage } = options
  await takeAlone(client)
  await refuseUnlessMeant(client, options.replace)
  await clearBeside(client, store)
  try {
    await check(client, config, log)
    const read = await makeReady(client, options, open, known)
    const ended = await swap(client, options, known)
    await onStage?.('swapped')
    await client.query('analyze')
    return { ...read, ended }
  } catch (error) {
    // Where the connection is gone, the next start or restore clears away: by then it is known who won.
    await client
      .query('rollback')
      .then(() => clearBeside(client, store))
      .catch(() => undefined)
    throw sentenceOf(error)
  }
}

/**
 * Makes the system what the copy says, brought to this version: into the embedded database or into a server, files
 * into a folder or into S3. The copy is proved to its end first and made ready beside what is there; then it takes its
 * place in one transaction. Killed or failed at any moment it leaves the old system or the new one, whole.
 * @param open the copy from its beginning: it is read twice
 * @param proved what it says it is, where it was read to its end already
 * @throws BackupError, DatabaseError with a sentence
 */
export async function restoreBackup(
  options: RestoreOptions,
  open: () => Readable,
  proved?: Manifest,
): Promise<Restored> {
  const known = proved ?? (await readArchive(open(), proving)).manifest
  await refuseNewer(known)
  await options.onStage?.('proved')
  const client = new pg.Client(options.config)
  client.on('error', () => {})
  await client.connect()
  return restoreInto(client, options, open, known).finally(() => client.end())
}
