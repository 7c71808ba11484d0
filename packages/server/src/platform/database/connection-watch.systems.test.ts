import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDatabaseProxy } from '../../testing/servers/database-proxy.ts'
import { testLog } from '../../testing/log.ts'
import { startPgBouncer } from '../../testing/servers/pgbouncer.ts'
import { startDebianPostgres } from '../../testing/servers/postgres.ts'
import { openDatabase } from '../database.ts'

/** Watching connections through a pooler, where the server process may be a different one than it seems. */

let server: Awaited<ReturnType<typeof startDebianPostgres>>
beforeAll(async () => {
  server = await startDebianPostgres()
})
afterAll(() => server.stop())

const HOUR_MS = 3600_000
const ENDLESS = { connections: 4, waitMs: HOUR_MS, statementMs: HOUR_MS, lockMs: HOUR_MS }

async function behind(mode: 'session' | 'transaction', poolSize?: number) {
  const bouncer = await startPgBouncer(mode, server.port, poolSize)
  onTestFinished(bouncer.stop)
  const proxy = await openDatabaseProxy({ connectionString: bouncer.url })
  const limits = { ...ENDLESS, isShared: mode === 'transaction' }
  const { db, close } = openDatabase(proxy.config, testLog, limits)
  onTestFinished(close)
  onTestFinished(proxy.close)
  return { db, proxy }
}

test.each(['session', 'transaction'] as const)(
  'behind a pooler in %s mode, a slow statement is left alone, and a silent connection is not waited for',
  async (mode) => {
    const { db, proxy } = await behind(mode)
    const several = [4, 4.5, 5].map((seconds) => sql`select pg_sleep(${seconds})`.execute(db))
    await expect(Promise.all(several)).resolves.toHaveLength(several.length)
    proxy.silent(true)
    await expect(sql`select 1`.execute(db)).rejects.toThrow('the line to the database is lost')
    await expect(sql`select 1`.execute(db)).rejects.toThrow('no connection to the database')
    proxy.silent(false)
    await expect
      .poll(() =>
        sql`select 1`.execute(db).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
  },
)

test('a pooler in session mode without a free connection for us does not count as silent', async () => {
  const { db } = await behind('session', 2)
  // Two queries use its connections for longer than a silent server is tolerated, and the third waits in its queue.
  const several = [6, 6, 0].map((seconds) => sql`select pg_sleep(${seconds})`.execute(db))
  await expect(Promise.all(several)).resolves.toHaveLength(several.length)
})
