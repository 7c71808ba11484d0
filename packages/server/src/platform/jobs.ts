import { fromKysely, PgBoss, type JobResult } from 'pg-boss'
import type { PoolConfig } from 'pg'
import type { FastifyBaseLogger } from 'fastify'
import { patience, type DatabaseLimits } from './database-limits.ts'
import { askingAs } from './fair-share.ts'
import { traced } from './tracing.ts'
import type { Transaction } from './transaction.ts'

/** What is done later, by queue name: rooms add theirs in their events.ts by declaration merging. */
export interface JobKinds {}
export type JobKind = keyof JobKinds

export interface Jobs {
  /**
   * Queues a job in the transaction: it exists exactly when the change does.
   * @param seconds how long it waits first
   */
  send<Kind extends JobKind>(tx: Transaction, kind: Kind, data: JobKinds[Kind], seconds?: number): Promise<void>
  /** The same for many at once. */
  sendAll<Kind extends JobKind>(tx: Transaction, kind: Kind, all: JobKinds[Kind][]): Promise<void>
  /** @param run throws to have the job tried again, with growing pauses, for about a day */
  work<Kind extends JobKind>(kind: Kind, run: (data: JobKinds[Kind]) => Promise<void>): Promise<void>
  /**
   * Does a job again and again, once for all processes together.
   * @param cron minute, hour, day, month, day of the week, in the time zone of the process
   */
  every(cron: string, kind: JobKind, run: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

/** How often and with what pauses, in seconds, a job that failed is tried again. */
export interface Retries {
  retryLimit: number
  retryDelay: number
  retryBackoff: boolean
  retryDelayMax?: number
  /** How often, in seconds, what waited between tries is looked for; 5 when not said. */
  lookSeconds?: number
}
/** 15 s, doubling up to 2 h, twenty times: about a day (product.md, "Letters, files, FTP"). */
export const DAY_OF_RETRIES: Retries = { retryLimit: 20, retryDelay: 15, retryBackoff: true, retryDelayMax: 7200 }

/** How the jobs of a kind are done. */
export interface Queue {
  /** Of one process. */
  workers: number
  /** Jobs that a worker takes together; it takes more when all of them have ended. */
  batchSize: number
  /** A job that has not ended after this, or whose process was not heard of for so long, is given to another. */
  limits: { expireInSeconds: number; heartbeatSeconds?: number }
}
export type Queues = Record<JobKind, Queue>
/** What is done by the clock, once for all processes and soon over. */
export const BY_THE_CLOCK: Queue = { workers: 1, batchSize: 1, limits: { expireInSeconds: 120 } }

/** What is due is told of, but for what waited between tries. */
const lookingEvery = (seconds = 5) => ({
  pollingIntervalSeconds: Math.min(1, seconds),
  notifyPollingIntervalSeconds: seconds,
})
/** How often jobs of processes that died are looked for. */
const LOOK_SECONDS = 15

/** How one job of a batch went, whatever became of the others. */
const resultOf = (kind: JobKind, id: string, run: () => Promise<void>): Promise<JobResult> =>
  traced({ name: `job ${kind}` }, () => askingAs(kind, run)).then(
    () => ({ id, status: 'completed' as const }),
    (error: unknown) => ({ id, status: 'failed' as const, output: { message: String(error) } }),
  )

const jobsOf = <Data>(all: Data[]) => all.map((data) => ({ data }))

interface Starting {
  /** The queues to have; none where a command only puts jobs into them. */
  queues: Partial<Queues>
  retries: Retries
  limits: DatabaseLimits
  log: FastifyBaseLogger
  /** Whether what is done by the clock comes up here: a test moves its own clock, and calls what it awaits. */
  isByTheClock?: boolean
}

/** A line that is silent is given up, and what was asked by it is asked by another. */
function queueIn(config: PoolConfig, { limits, log, isByTheClock = true }: Starting) {
  const boss = new PgBoss({
    ...(config as ConstructorParameters<typeof PgBoss>[0] & object),
    ...patience(limits),
    max: 4,
    useListenNotify: true,
    schedule: isByTheClock,
    superviseIntervalSeconds: LOOK_SECONDS,
    monitorIntervalSeconds: LOOK_SECONDS,
    application_name: 'vypusk-jobs',
  })
  boss.on('error', (error) => log.error({ err: error }, 'jobs'))
  return boss
}

/** Starts the job queue of this process: pg-boss in the product's own database. */
export async function startJobs(config: PoolConfig, starting: Starting): Promise<Jobs> {
  const { queues, isByTheClock = true } = starting
  const { lookSeconds, ...retries } = starting.retries
  const looking = lookingEvery(lookSeconds)
  const boss = queueIn(config, starting)
  await boss.start()
  for (const [kind, queue] of Object.entries<Queue>(queues)) {
    await boss.createQueue(kind, { ...retries, ...queue.limits, notify: true })
  }
  const work: Jobs['work'] = async (kind, run) => {
    const { workers, batchSize } = queues[kind] ?? BY_THE_CLOCK
    const options = { batchSize, ...looking, perJobResults: true } as const
    for (let n = 0; n < workers; n += 1) {
      let own = ''
      own = await boss.work(kind, options, async (jobs: { id: string; data: unknown }[]) => {
        // The queue is typed by its only sender, above.
        const running = jobs.map(({ id, data }) => resultOf(kind, id, () => run(data as Parameters<typeof run>[0])))
        const results = await Promise.all(running)
        // Woken by a notification a worker fetches once and then sleeps: there may be more.
        boss.notifyWorker(own)
        return results
      })
    }
  }
  return {
    send: async (tx, kind, data, seconds = 0) => {
      await boss.send(kind, data, { db: fromKysely(tx), ...(seconds > 0 && { startAfter: seconds }) })
    },
    sendAll: async (tx, kind, all) => {
      await boss.insert(kind, jobsOf(all), { db: fromKysely(tx) })
    },
    work,
    every: async (cron, kind, run) => {
      if (!isByTheClock) return
      await work(kind, run)
      await boss.schedule(kind, cron, null, { tz: Intl.DateTimeFormat().resolvedOptions().timeZone })
    },
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  }
}
