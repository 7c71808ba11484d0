import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Db } from './platform/call.ts'
import type { Clock } from './platform/clock.ts'
import { connectDatabase, type Connected } from './platform/connect.ts'
import { openDatabase } from './platform/database.ts'
import type { FileStore } from './platform/file-store.ts'
import type { Log } from './platform/log.ts'
import { migrate } from './platform/migrate.ts'
import type { Settings } from './platform/settings.ts'

/** What the installation remembers of its demo data. */
interface DemoState {
  demo: boolean
  /** False while the data is being generated: a process killed then leaves half of it. */
  whole: boolean
}

interface Given {
  settings: Settings
  log: Log
  clock: Clock
  store: FileStore
  /** Requests in the demo data. */
  requests: number
}

const DEMO_KEY = 'demo'
/** Any number of this product's own: one process fills a new database, others wait. */
const FILLING_LOCK = 20_260_001

async function readState(db: Db): Promise<DemoState | undefined> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', DEMO_KEY).executeTakeFirst()
  // Written by writeState only.
  return row?.value as DemoState | undefined
}

async function writeState(db: Db, state: DemoState) {
  const value = JSON.stringify(state)
  await db
    .insertInto('installation')
    .values({ key: DEMO_KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** Throws away a half-generated database; nobody has ever worked in it. */
async function startOver(db: Db, { config }: Connected, log: Log) {
  log.warn('Прошлое заполнение демонстрационными данными было прервано: начинаю заново')
  await sql`drop schema public cascade`.execute(db)
  await sql`drop schema if exists pgboss cascade`.execute(db)
  await sql`create schema public`.execute(db)
  await migrate(config, log)
}

const isEmpty = async (db: Db) => (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined

async function fill(db: Db, connected: Connected, given: Given): Promise<boolean> {
  const { settings, log } = given
  let state = await readState(db)
  if (state?.demo && !state.whole) {
    await startOver(db, connected, log)
    state = undefined
  }
  if (state) return state.demo
  const wanted = settings.demo ?? connected.embedded
  if (!wanted || !(await isEmpty(db))) {
    await writeState(db, { demo: false, whole: true })
    return false
  }
  await writeState(db, { demo: true, whole: false })
  // The generator is not needed by any later start.
  const { generateDemo } = await import('./demo/generate.ts')
  await generateDemo({
    config: connected.config,
    requests: given.requests,
    today: given.clock.now().toISOString().slice(0, 10),
    putFile: (key, bytes) => given.store.put(key, Readable.from([bytes])),
    onProgress: (text) => log.info(text),
  })
  await writeState(db, { demo: true, whole: true })
  return true
}

/**
 * The database ready for work: started, migrated and, where it is new and demo data is wanted
 * (product.md, "Settings and demo sign-ins"), filled.
 */
export async function prepareDatabase(given: Given): Promise<Connected & { demo: boolean }> {
  const { settings, log } = given
  const connected = await connectDatabase(settings, log)
  const { db, close } = openDatabase(connected.config, log)
  try {
    const demo = await db.connection().execute(async (one) => {
      await sql`select pg_advisory_lock(${FILLING_LOCK})`.execute(one)
      return fill(db, connected, given).finally(() => sql`select pg_advisory_unlock(${FILLING_LOCK})`.execute(one))
    })
    return { ...connected, demo: demo && settings.demo !== false }
  } catch (error) {
    await close()
    await connected.stop()
    throw error
  } finally {
    await close()
  }
}
