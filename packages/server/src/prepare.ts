import { Readable } from 'node:stream'
import { sql } from 'kysely'
import pg from 'pg'
import { clearBeside } from './backup/restore-schema.ts'
import { clearLeftFiles } from './demo/left-files.ts'
import { otherStore } from './domains/files/port.ts'
import { advisoryLocks } from './platform/database/advisory-locks.ts'
import type { Db } from './platform/call.ts'
import { noteAddress } from './platform/database/addresses.ts'
import { momentOf, today, type Clock } from './platform/clock.ts'
import { connectDatabase, joinDatabase, orUnreachable, type Connected } from './platform/database/connect.ts'
import { openDatabase } from './platform/database.ts'
import type { FileStore } from './platform/external/file-store.ts'
import type { Log } from './platform/runtime/log.ts'
import type { Settings } from './platform/settings.ts'
import { within } from './platform/runtime/within.ts'

interface PrepareOptions {
  settings: Settings
  log: Log
  clock: Clock
  store: FileStore
  /** Number of requests in the demo data. */
  requests: number
  /** Called when a restored copy has replaced the database: the process has to end. */
  onReplaced: (sentence: string) => void
}

const DEMO_KEY = 'demo'

/** Whether this database holds demo data; undefined while that is not decided. */
async function readDemo(db: Db): Promise<boolean | undefined> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', DEMO_KEY).executeTakeFirst()
  return row && row.value === true
}

/** Marks the database as used: if its tables are missing later, they were lost. */
const mark = (db: Db, clock: Clock) =>
  sql`insert into vypusk.mark (used_since) values (${momentOf(clock)}) on conflict do nothing`.execute(db)

/** Decides that an installation is not a demo, so that no later start fills it. */
const forgoDemo = (db: Db) => db.insertInto('installation').values({ key: DEMO_KEY, value: 'false' }).execute()

const isEmpty = async (db: Db) => (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined

const PROGRESS_EVERY_MS = 1000

/** Reduces the generator's frequent reports to one line per second. */
function oncePerSecond(say: (line: string) => void) {
  let reportedAt = -Infinity
  return (what: string, share: number) => {
    if (share < 1 && performance.now() - reportedAt < PROGRESS_EVERY_MS) return
    reportedAt = performance.now()
    say(`${String(Math.floor(share * 100)).padStart(3)} %  ${what}`)
  }
}

/**
 * Fills the database if wanted. The generator works in one transaction that includes its mark, so if it is killed,
 * nothing is left.
 */
async function fill(db: Db, connected: Connected, options: PrepareOptions): Promise<boolean> {
  const { settings, log } = options
  const settled = await readDemo(db)
  if (settled !== undefined) return settled
  const wanted = settings.demo ?? connected.embedded
  if (!wanted || !(await isEmpty(db))) {
    await forgoDemo(db)
    return false
  }
  // Later starts do not need the generator.
  const { generateDemo } = await import('./demo/generate.ts')
  await generateDemo({
    config: connected.config,
    requests: options.requests,
    today: today(options.clock),
    putFile: (key, bytes) => options.store.put(key, Readable.from([bytes])),
    onProgress: oncePerSecond((line) => log.info(line)),
  })
  return true
}

const STORE_PATIENCE_MS = 5000

/** Says so if the files of this database are in another store; one that does not answer is reported elsewhere. */
async function lookAtStore(db: Db, { store, log }: PrepareOptions) {
  const other = await within(STORE_PATIENCE_MS, () => otherStore({ db, store })).catch(() => null)
  if (other !== null) log.warn(other)
}

async function fillOnce(db: Db, connected: Connected, options: PrepareOptions): Promise<boolean> {
  const demo = await fill(db, connected, options)
  await mark(db, options.clock)
  await noteAddress(db, options.settings.publicUrl)
  await lookAtStore(db, options)
  return demo
}

/**
 * Removes what was broken off has left: a restore, of which none is running, because this process was allowed to enter,
 * and the making of demo data.
 */
async function clearLeft({ config }: Connected, { store, log }: PrepareOptions) {
  const client = new pg.Client(config)
  client.on('error', () => {})
  await client.connect()
  try {
    if (await clearBeside(client, store))
      log.warn('Восстановление из копии было прервано: система осталась прежней, его следы убраны')
    if (await clearLeftFiles(client, store))
      log.warn('Создание демонстрационных данных было прервано: его файлы убраны')
  } finally {
    await client.end()
  }
}

export interface Prepared extends Connected {
  /** Whether the demo's sign-ins are offered. */
  demo: boolean
}

const orStop = <Result>({ name, stop }: Connected, work: Promise<Result>): Promise<Result> =>
  orUnreachable(name, work).catch(async (error: unknown) => {
    await stop()
    throw error
  })

/**
 * Makes the database ready: starts, migrates and, if it is new and demo data is wanted (product.md, "Settings and demo
 * sign-ins"), fills it.
 */
export async function prepareDatabase(options: PrepareOptions): Promise<Prepared & { isAnybodyThere: boolean }> {
  const { settings, log, onReplaced } = options
  const connected = await connectDatabase(settings, log, onReplaced)
  const { db, close } = openDatabase(connected.config, log)
  const filling = db.connection().execute(async (one) => {
    await sql`select pg_advisory_lock(${advisoryLocks.filling})`.execute(one)
    await clearLeft(connected, options)
    return fillOnce(db, connected, options).finally(() =>
      sql`select pg_advisory_unlock(${advisoryLocks.filling})`.execute(one),
    )
  })
  const looking = filling.then(async (demo) => ({
    demo: demo && settings.demo !== false,
    isAnybodyThere: !(await isEmpty(db)),
  }))
  return { ...connected, ...(await orStop(connected, looking.finally(close))) }
}

/** Opens a database that the main process has prepared. */
export async function joinPrepared(
  settings: Settings,
  log: Log,
  onReplaced: (sentence: string) => void,
): Promise<Prepared> {
  const connected = await joinDatabase(settings, log, onReplaced)
  const { db, close } = openDatabase({ ...connected.config, max: 1 }, log)
  const demo = await orStop(connected, readDemo(db).finally(close))
  return { ...connected, demo: demo === true && settings.demo !== false }
}
