import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { AnyEndpoint, BodyOf, ParamsOf, QueryOf } from '@vypusk/contract'
import type { Clock } from './clock.ts'
import type { Directory } from './corporate/directory.ts'
import type { Oidc } from './corporate/oidc.ts'
import type { Db } from './database.ts'
import type { Addresses } from './database/addresses.ts'
import type { DatabaseProbe } from './database/probe.ts'
import type { Listeners } from './events.ts'
import type { FileStore } from './external/file-store.ts'
import type { Remote } from './external/ftp.ts'
import type { Replica } from './replica/open.ts'
import type { IdempotencyKey } from './http/idempotency.ts'
import type { Jobs } from './jobs.ts'
import type { LoginTries } from './http/login-tries.ts'
import type { Live } from './live.ts'
import type { Mailer } from './external/mailer.ts'
import type { Person } from './person.ts'
import type { Rates } from './http/rates.ts'
import type { Settings } from './settings.ts'

export type { Db } from './database.ts'
export type { Person } from './person.ts'

/** What the process provides to handlers, jobs and scripts. */
export interface Deps {
  db: Db
  /**
   * The same database over a few connections of its own with a long time limit. For workbooks and imports, which take
   * minutes and must not use up the connections that calls need.
   */
  longDb: Db
  probe: DatabaseProbe
  /** Null when DATABASE_READ_URL is not set. `db` and `longDb` themselves route to it what may be read there. */
  replica: Replica | null
  clock: Clock
  settings: Settings
  addresses: Addresses
  log: FastifyBaseLogger
  jobs: Jobs
  store: FileStore
  mailer: Mailer
  /** Where files of publications are copied to; null when FTP_URL is not set. */
  remote: Remote | null
  /** The corporate identity provider; null when OIDC_ISSUER is not set. */
  oidc: Oidc | null
  /** The corporate directory; null when LDAP_URL is not set. */
  directory: Directory | null
  live: Live
  listeners: Listeners
  loginTries: LoginTries
  rates: Rates
  /** How many milliseconds a reply waits for the first attempts of its letters and copies (domains/deliveries). */
  outcomeWaitMs: number
  /** The database holds demo data, so its sign-ins may be shown. */
  demo: boolean
  /** Returns the person a token belongs to, or undefined when the token is not valid any more. */
  whoIs(token: string): Promise<Person | undefined>
}

/** What a command needs: a call is an actor, and a job or a script creates one. */
export interface Actor {
  deps: Deps
  person: Person
  idempotency?: IdempotencyKey | undefined
}

/** The argument of a handler. */
export interface Call<E = AnyEndpoint> extends Actor {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** The token the call came with; '' on public calls. */
  token: string
  /** The caller's address, determined through the trusted proxies. */
  address: string
  /** Only for multipart bodies, ranges, addresses, and calls that consist of other calls. */
  request: FastifyRequest
  /** Additional headers for the reply. */
  replyHeaders: Record<string, string>
}
