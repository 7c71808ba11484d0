import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { openDatabaseProxy } from '../testing/database-proxy.ts'
import { openDatabase } from './database.ts'
import { BY_THE_CLOCK, startJobs } from './jobs.ts'
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
