import { fromKysely, PgBoss, type JobResult } from 'pg-boss'
import type { PoolConfig } from 'pg'
import type { FastifyBaseLogger } from 'fastify'
import type { Transaction } from './transaction.ts'

/** What is done later, by queue name. Rooms add theirs by declaration merging. */
export interface JobKinds {
  /** Tries one delivery once; throws to be tried again. `repeat` tells a letter sent anew from its first sending. */
  deliver: { delivery_id: number; repeat?: string }
  /** Clears away uploads and files that nothing uses. */
  sweep_files: Record<string, never>
}
export type JobKind = keyof JobKinds

export interface Jobs {
  /** Queues a job in the transaction: it exists exactly when the change does. */
  send<Kind extends JobKind>(tx: Transaction, kind: Kind, data: JobKinds[Kind]): Promise<void>
  /** @param run throws to have the job tried again, with growing pauses, for about a day */
  work<Kind extends JobKind>(kind: Kind, run: (data: JobKinds[Kind]) => Promise<void>): Promise<void>
  /**
   * Does a job again and again, once for all processes together.
   * @param cron minute, hour, day, month, day of the week, in the time zone of the process
   */
  every(cron: string, kind: JobKind, run: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

/** 15 s, doubling up to 2 h, twenty times: about a day (product.md, "Letters, files, FTP"). */
const DAY_OF_RETRIES = { retryLimit: 20, retryDelay: 15, retryBackoff: true, retryDelayMax: 7200 }
/** Jobs of one queue that one process runs at once, fetched a batch at a time. */
const AT_ONCE = 4
const BATCH = 2
/** A job whose process died is given to another after this. */
const EXPIRE_SECONDS = 120

/** How one job of a batch went, whatever became of the others. */
const resultOf = (id: string, running: Promise<void>): Promise<JobResult> =>
  running.then(
    () => ({ id, status: 'completed' as const }),
    (error: unknown) => ({ id, status: 'failed' as const, output: { message: String(error) } }),
  )

/**
 * Starts the job queue of this process: pg-boss in the product's own database.
 * @param kinds the queues to have
 */
export async function startJobs(config: PoolConfig, kinds: JobKind[], log: FastifyBaseLogger): Promise<Jobs> {
  const boss = new PgBoss({
    ...(config as ConstructorParameters<typeof PgBoss>[0] & object),
    max: 4,
    useListenNotify: true,
    application_name: 'vypusk-jobs',
  })
  boss.on('error', (error) => log.error({ err: error }, 'jobs'))
  await boss.start()
  for (const kind of kinds) {
    await boss.createQueue(kind, { ...DAY_OF_RETRIES, expireInSeconds: EXPIRE_SECONDS, notify: true })
  }
  const work: Jobs['work'] = async (kind, run) => {
    // Woken by a notification a worker fetches once and then sleeps for half a minute, unless its batch was full.
    const options = {
      batchSize: BATCH,
      localConcurrency: AT_ONCE / BATCH,
      burstWhenBatchFull: true,
      pollingIntervalSeconds: 1,
      perJobResults: true,
    } as const
    await boss.work(kind, options, (jobs: { id: string; data: unknown }[]) =>
      // The queue is typed by its only sender, above.
      Promise.all(jobs.map(({ id, data }) => resultOf(id, run(data as Parameters<typeof run>[0])))),
    )
  }
  return {
    send: async (tx, kind, data) => {
      await boss.send(kind, data, { db: fromKysely(tx) })
    },
    work,
    every: async (cron, kind, run) => {
      await work(kind, run)
      await boss.schedule(kind, cron, null, { tz: Intl.DateTimeFormat().resolvedOptions().timeZone })
    },
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  }
}
