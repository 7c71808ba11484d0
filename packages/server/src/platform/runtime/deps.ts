import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { PoolConfig } from 'pg'
import type { Db, Deps, Person } from '../call.ts'
import { systemClock, type Clock } from '../clock.ts'
import { directoryAt } from '../corporate/directory.ts'
import { oidcAt } from '../corporate/oidc.ts'
import { addressesOf } from '../database/addresses.ts'
import type { Connections } from '../database/connections.ts'
import { openDatabases } from '../database/databases.ts'
import { createListeners, type Audience } from '../events.ts'
import { openFileStore } from '../external/file-store/open.ts'
import { remoteAt } from '../external/ftp.ts'
import { DAY_OF_RETRIES, startJobs, type Queues, type Retries } from '../jobs.ts'
import { startLive } from '../live.ts'
import { createLoginTries } from '../http/login-tries.ts'
import { outboxMailer, smtpMailer } from '../external/mailer.ts'
import { closePrivateFolder } from './folders.ts'
import { createRates } from '../http/rates.ts'
import type { Staying } from '../person.ts'
import type { Settings } from '../settings.ts'
import { FOR_DATABASE_MS, type TimeLeft } from './shutdown.ts'

interface DepsOptions {
  settings: Settings
  /** A migrated database. */
  config: PoolConfig
  /** See Reached and Connected in connect.ts. */
  through?: PoolConfig
  isShared?: boolean
  log: FastifyBaseLogger
  /** The jobs that this process runs. */
  queues: Partial<Queues>
  whoIs(db: Db, clock: Clock, token: string, settings: Settings): Promise<Person | undefined>
  /** Returns whose the tokens are that are still valid; omitted when nobody listens. */
  whoStay?(db: Db, clock: Clock, tokens: string[], settings: Settings): Promise<Map<string, Staying>>
  /** The tables that say which tokens are valid. */
  stayBy?: readonly string[]
  /** Determines who may be notified of events about a thing (platform/events.ts). */
  audience: Audience
  clock?: Clock
  demo?: boolean
  /** Shortened by tests, which do not wait a day. */
  retries?: Retries
  /** As for `startJobs`. */
  isByTheClock?: boolean
  /** Tests wait for the results they expect, not for 3 s. */
  outcomeWaitMs?: number
}

/**
 * The longest time a reply waits for the first delivery attempts, in milliseconds (product.md, "Letters, files, FTP").
 */
const OUTCOME_WAIT_MS = 3000

const mailerOf = ({ smtpUrl, mailFrom, dataDir }: Settings) =>
  smtpUrl ? smtpMailer(smtpUrl, mailFrom) : outboxMailer(join(dataDir, 'outbox'), mailFrom)

/** The systems of others that the settings name. */
const othersOf = (settings: Settings) => ({
  mailer: mailerOf(settings),
  remote: settings.ftpUrl ? remoteAt(settings.ftpUrl) : null,
  oidc: settings.oidc && oidcAt(settings.oidc, settings.publicUrl),
  directory: settings.ldap && directoryAt(settings.ldap),
})

/** Who keeps receiving events, and which ones. */
const audienceOf = (options: DepsOptions, db: Db, clock: Clock) => ({
  whoStay: async (tokens: string[]) =>
    (await options.whoStay?.(db, clock, tokens, options.settings)) ?? new Map<string, Staying>(),
  stayBy: options.stayBy ?? [],
  mayHear: options.audience.mayHear,
})

/** Opens the folders with files, inaccessible to other users of the machine. */
async function openFiles(settings: Settings) {
  await Promise.all(['files', 'outbox'].map((kind) => closePrivateFolder(join(settings.dataDir, kind))))
  return openFileStore(settings)
}

const databaseOptions = ({ databaseLimits: limits, replica: replicaOf }: Settings) => ({ limits, replicaOf })

interface Opened {
  deps: Deps
  connections: Connections
  close: (left?: TimeLeft) => Promise<void>
}

/** Commands have no jobs to wait for. */
const soon: TimeLeft = () => 10_000

/** Opens everything a process works with; `close` closes it in the right order. */
export async function openDeps(options: DepsOptions): Promise<Opened> {
  const { settings, config, log, clock = systemClock, demo = false, retries = DAY_OF_RETRIES, ...rest } = options
  const store = await openFiles(settings)
  const { databases, connections, memory, close } = await openDatabases({ ...options, ...databaseOptions(settings) })
  const { db } = databases
  const jobs = await startJobs(config, { ...rest, retries, limits: settings.databaseLimits, log })
  const live = await startLive({ config, db, clock, log, memory, ...audienceOf(options, db, clock) })
  const others = othersOf(settings)
  const deps: Deps = {
    ...databases,
    clock,
    settings,
    addresses: await addressesOf(db, settings.publicUrl),
    log,
    jobs,
    live,
    ...others,
    demo,
    store,
    listeners: createListeners(options.audience.companiesOf),
    loginTries: createLoginTries(connections),
    rates: createRates(connections, settings),
    outcomeWaitMs: options.outcomeWaitMs ?? OUTCOME_WAIT_MS,
    whoIs: (token) => options.whoIs(db, clock, token, settings),
  }
  return {
    deps,
    connections,
    close: async (left = soon) => {
      await live.stop()
      others.remote?.close()
      await jobs.stop(left() - FOR_DATABASE_MS)
      others.mailer.close()
      await close()
    },
  }
}
