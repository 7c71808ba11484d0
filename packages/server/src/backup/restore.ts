import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import pg from 'pg'
import { momentOf, type Clock } from '../platform/clock.ts'
import { checkDatabase, openDatabase } from '../platform/database.ts'
import { isConnectionEnded, isLineLost } from '../platform/database/away.ts'
import { whyNot } from '../platform/database/connect.ts'
import { markRestored, migrationNames, stateOf } from '../platform/database/state.ts'
import type { FileStore } from '../platform/external/file-store.ts'
import { takeAlone } from '../platform/database/in-use.ts'
import type { Log } from '../platform/runtime/log.ts'
import { liftLimits } from '../platform/database/long-work.ts'
import { migrate } from '../platform/database/migrate.ts'
import { migrationsDir } from '../platform/runtime/places.ts'
import { inTempFolder } from '../platform/runtime/temp-folder.ts'
import { BESIDE, clearBeside, keepFormerFiles, openBeside, settle, takePlace } from './restore-schema.ts'
import { recordRestore } from './chains.ts'
import { endWaysIn, type Ended } from './ending.ts'
import { loading } from './load.ts'
import { BackupError, NEWER, type Manifest } from './manifest.ts'
import { advanceNumbers } from './numbers.ts'
import { readArchive, type Contents } from './read.ts'
import { proving } from './verify.ts'

/** The stage that a restore has just reached; up to `swapping`, the old system is unchanged. */
export type Stage = 'proved' | 'opened' | 'rows' | 'files' | 'migrated' | 'swapping' | 'swapped'

/** The contents of the copy, and the access that was ended in it. */
interface Restored extends Contents {
  ended: Ended
}

interface RestoreOptions {
  config: pg.ClientConfig
  store: FileStore
  clock: Clock
  log: Log
  /** Whether existing data may be replaced. */
  replace: boolean
  onStage?: (stage: Stage) => void | Promise<void>
}

const OCCUPIED = 'В базе уже есть данные. Чтобы заменить их копией, остановите систему и добавьте --replace'
const FOREIGN = 'В базе данных таблицы другой программы, а не этой системы. Проверьте DATABASE_URL'
export const AS_IT_WAS = 'Прежняя система осталась как была'
export const UNCERTAIN =
  'Копия в этот миг занимала место прежних данных. Цело или прежнее, или восстановленное: запустите систему и посмотрите'

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

/** Creates the tables that the copy was made from, with only the migrations it had. */
async function migrateTo({ migrations }: Manifest, config: pg.ClientConfig, log: Log) {
  await inTempFolder(async (dir) => {
    for (const name of migrations) await copyFile(join(migrationsDir, `${name}.sql`), join(dir, `${name}.sql`))
    await migrate(config, { ...log, info: () => {} }, { dir, schema: BESIDE })
  })
}

/** Refuses a database that cannot compare Russian text before anything is created in it. */
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

/** The one decisive step: before its commit everything is as before, and after it everything is as in the copy. */
async function swap(client: pg.Client, { clock, onStage }: RestoreOptions, { made_at }: Manifest): Promise<Ended> {
  const at = momentOf(clock)
  await client.query(`begin; set local lock_timeout = '30s'`)
  await settle(client, at)
  // Before the restore itself is recorded: whether the former system went on is seen from the last records of both.
  const ended = await endWaysIn(client, clock.now())
  await recordRestore(client, { made_at, at })
  await keepFormerFiles(client, at)
  await advanceNumbers(client)
  await takePlace(client)
  await markRestored(client, at)
  await onStage?.('swapping')
  await client.query('commit').catch((cause: unknown) => {
    throw new BackupError(`Связь с базой данных прервалась. ${UNCERTAIN}`, { cause })
  })
  return ended
}

/** An error of the database, of the connection to it or of the disk as a sentence. */
function sentenceOf(error: unknown): unknown {
  if (error instanceof BackupError || !(error instanceof Error)) return error
  const isLost = isLineLost(error) || isConnectionEnded(error)
  if (!isLost && !(error instanceof pg.DatabaseError)) return error
  return new BackupError(`Не удалось: ${isLost ? whyNot(error) : error.message}. ${AS_IT_WAS}`, { cause: error })
}

async function restoreInto(
  client: pg.Client,
  options: RestoreOptions,
  open: () => Readable,
  known: Manifest,
): Promise<Restored> {
  const { config, store, log, onStage } = options
  await takeAlone(client)
  await liftLimits(client)
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
    // If the connection is lost, the next start or restore cleans up; by then it is known which system won.
    await client
      .query('rollback')
      .then(() => clearBeside(client, store))
      .catch(() => undefined)
    throw sentenceOf(error)
  }
}

/**
 * Replaces the system by the contents of the copy, migrated to this version: in the embedded database or on a server,
 * with files in a folder or in S3. The copy is first verified to its end and prepared next to the existing data; then
 * it takes its place in one transaction. If it is killed or fails at any moment, either the old or the new system is
 * complete.
 * @param open opens the copy from its beginning: it is read twice
 * @param proved its manifest, if it was already verified
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
