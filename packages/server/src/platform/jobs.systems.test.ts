import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { openDatabaseProxy } from '../testing/servers/database-proxy.ts'
import { openDatabase } from './database.ts'
import { BY_THE_CLOCK, startJobs } from './jobs.ts'
import { whileTaken } from './lock.ts'
import type { Transaction } from './transaction.ts'

const limits = { connections: 4, waitMs: 2000, statementMs: 2000, lockMs: 2000 }
const log = pino({ level: 'silent' })

test('jobs are found again after their connections have fallen silent', async () => {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const proxy = await openDatabaseProxy(database.config)
  onTestFinished(proxy.close)
  const options = {
    queues: { sweep_files: BY_THE_CLOCK },
    retries: { retryLimit: 0, retryDelay: 0, retryBackoff: false },
    log,
  }
  const worker = await startJobs(proxy.config, { ...options, limits })
  onTestFinished(() => worker.stop(5000))
  const sender = await startJobs(database.config, { ...options, limits: { ...limits, waitMs: 60_000 } })
  onTestFinished(() => sender.stop(5000))
  const { db, close } = openDatabase(database.config, log)
  onTestFinished(close)
  const done = Promise.withResolvers<void>()
  await worker.work('sweep_files', async () => done.resolve())
  proxy.freeze()
  // A frozen connection cannot be closed properly.
  onTestFinished(() => proxy.cut())
  await db.transaction().execute((tx) => sender.send(tx as unknown as Transaction, 'sweep_files', {}))
  await expect(done.promise).resolves.toBeUndefined()
})

test('what was noted while the clock was ahead stops neither scheduled jobs nor those sent then', async () => {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const retries = { retryLimit: 0, retryDelay: 0, retryBackoff: false }
  const options = { queues: { sweep_files: BY_THE_CLOCK }, retries, log, limits }
  const before = await startJobs(database.config, options)
  const { db, close } = openDatabase(database.config, log)
  onTestFinished(close)
  await db.transaction().execute((tx) => before.send(tx as unknown as Transaction, 'sweep_files', {}))
  await before.stop(5000)
  const ahead = sql`now() + interval '1 year'`
  await sql`update pgboss.version set cron_on = ${ahead}`.execute(db)
  await sql`update pgboss.queue set maintain_on = ${ahead}, monitor_claim_on = ${ahead}`.execute(db)
  await sql`update pgboss.job set created_on = ${ahead}, start_after = ${ahead}`.execute(db)
  const after = await startJobs(database.config, options)
  onTestFinished(() => after.stop(5000))
  const { rows } = await sql`
    select (select cron_on is null or cron_on <= now() from pgboss.version) as of_all,
      (select bool_and(coalesce(maintain_on, now()) <= now() and coalesce(monitor_claim_on, now()) <= now())
        from pgboss.queue) as of_queues`.execute(db)
  expect(rows).toEqual([{ of_all: true, of_queues: true }])
  const done = Promise.withResolvers<void>()
  await after.work('sweep_files', async () => done.resolve())
  await expect(done.promise).resolves.toBeUndefined()
})

test('a hold that a dead process took while the clock was ahead keeps nobody out', async () => {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const { db, close } = openDatabase(database.config, log)
  onTestFinished(close)
  const hold = (until: string) =>
    sql`insert into taken_work (kind, id, holder, until)
      values ('backup', 1, gen_random_uuid(), now() + ${until}::interval)
      on conflict (kind, id) do update set until = excluded.until`.execute(db)
  await hold('10 seconds')
  expect(await whileTaken(db, 'backup', 1, async () => {})).toBe(false)
  await hold('1 year')
  expect(await whileTaken(db, 'backup', 1, async () => {})).toBe(true)
})

test('a hold that the database has lost in a crash is taken again, and is released with its work', async () => {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const { db, close } = openDatabase(database.config, log)
  onTestFinished(close)
  const holders = () => sql<{ id: number }>`select id from taken_work`.execute(db).then(({ rows }) => rows)
  await whileTaken(db, 'backup', 1, async () => {
    // A table that is not logged is empty after a crash, and on a standby that takes over.
    await sql`truncate taken_work`.execute(db)
    await expect.poll(holders).toHaveLength(1)
    expect(await whileTaken(db, 'backup', 1, async () => {})).toBe(false)
  })
  expect(await holders()).toEqual([])
})
