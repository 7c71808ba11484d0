import { fromKysely, PgBoss, type JobResult } from 'pg-boss'
import type { PoolConfig } from 'pg'
import type { FastifyBaseLogger } from 'fastify'
import { patience, type DatabaseLimits } from './database/limits.ts'
import { askingAs } from './http/fair-share.ts'
import { forgetFuture } from './jobs/clock.ts'
import { traced } from './tracing.ts'
import type { Transaction } from './transaction.ts'

/**
 * Kinds of background jobs with their data, by queue name: rooms add theirs in their events.ts by declaration merging.
 */
export interface JobKinds {}
export type JobKind = keyof JobKinds

export interface Jobs {
  /**
   * Queues a job in the transaction, so that it exists exactly if the change is committed.
   * @param seconds delay before it runs
   * @param group see `Queue.isFair`
   */
  send<Kind extends JobKind>(
    tx: Transaction,
    kind: Kind,
    data: JobKinds[Kind],
    seconds?: number,
    group?: string,
  ): Promise<void>
  /** Queues many jobs at once. @param groups of each job, in the same order */
  sendAll<Kind extends JobKind>(tx: Transaction, kind: Kind, all: JobKinds[Kind][], groups?: string[]): Promise<void>
  /**
   * Runs the jobs of a kind.
   * @param run throws to have the job retried, with growing pauses, for about a day
   */
  work<Kind extends JobKind>(kind: Kind, run: (data: JobKinds[Kind]) => Promise<void>): Promise<void>
  /**
   * Runs a job repeatedly, once for all processes together.
   * @param cron minute, hour, day, month, day of the week, in the time zone of the process
   */
  every(cron: string, kind: JobKind, run: () => Promise<void>): Promise<void>
  /** Begins no more jobs here; those that are running go on, and jobs can still be queued. */
  rest(): void
  /** Whether `rest` or `stop` was called: long jobs end at the next good moment. */
  isResting(): boolean
  /**
   * Ends the queue of this process. A job that is cut off is run again, and what it has told others is told twice.
   * @param ms how long to wait for running jobs
   */
  stop(ms: number): Promise<void>
}

/** Usual times for `every`. */
export const EVERY_MINUTE = '* * * * *'
export const EVERY_FIVE_MINUTES = '*/5 * * * *'
export const EVERY_TEN_MINUTES = '*/10 * * * *'

/** How often a failed job is retried, and with what pauses in seconds. */
export interface Retries {
  retryLimit: number
  retryDelay: number
  retryBackoff: boolean
  retryDelayMax?: number
  /** How often, in seconds, jobs waiting for a retry are looked for; 5 by default. */
  lookSeconds?: number
}
/** 15 s, doubling up to 2 h, twenty times: about a day (product.md, "Letters, files, FTP"). */
export const DAY_OF_RETRIES: Retries = { retryLimit: 20, retryDelay: 15, retryBackoff: true, retryDelayMax: 7200 }

/** The shortest pause, in seconds, that follows so many failed attempts at a job: pg-boss waits up to twice as long. */
export const jobPauseAfter = (attempts: number, { retryDelay, retryDelayMax = Infinity }: Retries): number =>
  Math.min(retryDelayMax, retryDelay * 2 ** (attempts - 1))

/** How the jobs of a kind are run. */
export interface Queue {
  /** Workers in one process. */
  workers: number
  /** Jobs that a worker takes at once; it takes more when all of them have ended. */
  batchSize: number
  /**
   * A job that has not ended after this time, or whose process has sent no heartbeat for so long, is given to another
   * worker.
   */
  limits: { expireInSeconds: number; heartbeatSeconds?: number }
  /** Of the jobs of one group, a process runs only one at a time, so that the others find a worker. */
  isFair?: true
}
export type Queues = Record<JobKind, Queue>
/** For scheduled jobs, which run once for all processes and end soon. */
export const BY_THE_CLOCK: Queue = { workers: 1, batchSize: 1, limits: { expireInSeconds: 120 } }

/** New jobs are announced; polling is only needed for those waiting for a retry. */
const lookingEvery = (seconds = 5) => ({
  pollingIntervalSeconds: Math.min(1, seconds),
  notifyPollingIntervalSeconds: seconds,
})
/** How often jobs of dead processes are looked for, in seconds. */
const LOOK_SECONDS = 15

/** How often the stamps of pg-boss are compared with the clock, in milliseconds. */
const CLOCK_EACH_MS = 60_000

/** Sees to it that a clock that was set back stops no job. @returns ends it */
async function watchClock(boss: PgBoss, { log, isByTheClock = true }: Starting): Promise<() => void> {
  if (!isByTheClock) return () => undefined
  const look = () =>
    forgetFuture(boss.getDb()).then(
      (isAny) => isAny && log.warn('the clock was set back: what the jobs noted before is forgotten'),
      (error: unknown) => log.error({ err: error }, 'jobs'),
    )
  await look()
  const timer = setInterval(() => void look(), CLOCK_EACH_MS).unref()
  return () => clearInterval(timer)
}

/** The result of one job in a batch, independent of the others. */
const resultOf = (kind: JobKind, id: string, run: () => Promise<void>): Promise<JobResult> =>
  traced({ name: `job ${kind}` }, () => askingAs(kind, run)).then(
    () => ({ id, status: 'completed' as const }),
    (error: unknown) => ({ id, status: 'failed' as const, output: { message: String(error) } }),
  )

const inGroup = (id: string | undefined) => (id === undefined ? {} : { group: { id } })
const jobsOf = <Data>(all: Data[], groups: string[] = []) =>
  all.map((data, index) => ({ data, ...inGroup(groups[index]) }))

interface Starting {
  /** The queues to create; none for a command that only adds jobs. */
  queues: Partial<Queues>
  retries: Retries
  limits: DatabaseLimits
  log: FastifyBaseLogger
  /** Whether scheduled jobs run here. Tests use their own clock and call these jobs themselves. */
  isByTheClock?: boolean
}

/** Silent connections are given up, and their queries are repeated over other ones. */
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

/** How the queue of a process ends. @param endWatch ends the watch over the clock */
function restOf(boss: PgBoss, kinds: string[], endWatch: () => void): Pick<Jobs, 'rest' | 'isResting' | 'stop'> {
  let isResting = false
  return {
    rest: () => {
      isResting = true
      for (const kind of kinds) void boss.offWork(kind, { wait: false })
    },
    isResting: () => isResting,
    stop: (ms) => {
      isResting = true
      endWatch()
      return boss.stop({ graceful: true, timeout: ms })
    },
  }
}

async function createQueues(boss: PgBoss, { queues, retries: { lookSeconds: _, ...retries } }: Starting) {
  for (const [kind, queue] of Object.entries<Queue>(queues)) {
    await boss.createQueue(kind, { ...retries, ...queue.limits, notify: true })
  }
}

/** @returns starts the workers of a kind */
const workersOf =
  (boss: PgBoss, { queues, retries }: Starting): Jobs['work'] =>
  async (kind, run) => {
    const { workers, batchSize, isFair } = queues[kind] ?? BY_THE_CLOCK
    const looking = lookingEvery(retries.lookSeconds)
    const fair = isFair ? { localGroupConcurrency: 1 } : {}
    const options = { batchSize, ...looking, ...fair, perJobResults: true } as const
    const idle = new Set<string>()
    for (let n = 0; n < workers; n += 1) {
      let own = ''
      own = await boss.work(kind, options, async (jobs: { id: string; data: unknown }[]) => {
        idle.delete(own)
        // A worker that has got a job of a busy group puts it back and sleeps, although other groups may have jobs.
        const [other] = isFair ? idle : []
        if (other) boss.notifyWorker(other)
        // Jobs are only added by `send` and `sendAll`, which check the type of the data.
        const running = jobs.map(({ id, data }) => resultOf(kind, id, () => run(data as Parameters<typeof run>[0])))
        const results = await Promise.all(running)
        idle.add(own)
        // After a notification, a worker fetches once and then sleeps, although there may be more jobs.
        boss.notifyWorker(own)
        return results
      })
      idle.add(own)
    }
  }

/** Starts the job queue of this process: pg-boss in the product's own database. */
export async function startJobs(config: PoolConfig, starting: Starting): Promise<Jobs> {
  const { queues, isByTheClock = true } = starting
  const boss = queueIn(config, starting)
  await boss.start()
  const endWatch = await watchClock(boss, starting)
  await createQueues(boss, starting)
  const work = workersOf(boss, starting)
  return {
    send: async (tx, kind, data, seconds = 0, group) => {
      const start = seconds > 0 ? { startAfter: seconds } : {}
      await boss.send(kind, data, { db: fromKysely(tx), ...start, ...inGroup(group) })
    },
    sendAll: async (tx, kind, all, groups) => {
      await boss.insert(kind, jobsOf(all, groups), { db: fromKysely(tx) })
    },
    work,
    every: async (cron, kind, run) => {
      if (!isByTheClock) return
      await work(kind, run)
      await boss.schedule(kind, cron, null, { tz: Intl.DateTimeFormat().resolvedOptions().timeZone })
    },
    ...restOf(boss, Object.keys(queues), endWatch),
  }
}
