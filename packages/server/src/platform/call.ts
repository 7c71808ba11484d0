import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { AnyEndpoint, BodyOf, ParamsOf, QueryOf } from '@vypusk/contract'
import type { Clock } from './clock.ts'
import type { Directory } from './corporate/directory.ts'
import type { Oidc } from './corporate/oidc.ts'
import type { Db } from './database.ts'
import type { DatabaseProbe } from './database-probe.ts'
import type { Listeners } from './events.ts'
import type { FileStore } from './file-store.ts'
import type { Remote } from './ftp.ts'
import type { Replica } from './replica/open.ts'
import type { IdempotencyKey } from './idempotency.ts'
import type { Jobs } from './jobs.ts'
import type { LoginTries } from './login-tries.ts'
import type { Live } from './live.ts'
import type { Mailer } from './mailer.ts'
import type { Person } from './person.ts'
import type { Rates } from './rates.ts'
import type { Settings } from './settings.ts'

export type { Db } from './database.ts'
export type { Person } from './person.ts'

/** What the process gives to whoever works in it. */
export interface Deps {
  db: Db
  /**
   * The same database by a few connections of their own, with a long limit: for workbooks and files taken in, which work
   * for minutes and must not take what calls need.
   */
  longDb: Db
  probe: DatabaseProbe
  /** Null where DATABASE_READ_URL is not set. What may be read of it is routed by `db` and `longDb` themselves. */
  replica: Replica | null
  clock: Clock
  settings: Settings
  log: FastifyBaseLogger
  jobs: Jobs
  store: FileStore
  mailer: Mailer
  /** Where files of publications are copied to; null where FTP_URL is not set. */
  remote: Remote | null
  /** The company's own identity provider; null where OIDC_ISSUER is not set. */
  oidc: Oidc | null
  /** The company's own directory; null where LDAP_URL is not set. */
  directory: Directory | null
  live: Live
  listeners: Listeners
  loginTries: LoginTries
  rates: Rates
  /** How long a reply waits for the first attempts of its letters and copies (domains/deliveries). */
  outcomeWaitMs: number
  /** The database holds demo data: its sign-ins may be shown. */
  demo: boolean
  /** The person behind a token, undefined when the token is dead. */
  whoIs(token: string): Promise<Person | undefined>
}

/** Somebody at work: what a command needs. A call is one; a job or a script makes its own. */
export interface Actor {
  deps: Deps
  person: Person
  idempotency?: IdempotencyKey | undefined
}

/** What a handler gets. */
export interface Call<E = AnyEndpoint> extends Actor {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** The token the call came with, '' on public calls. */
  token: string
  /** Where it comes from, by the proxies that are trusted. */
  address: string
  /** For multipart bodies, ranges, addresses, and calls made of calls only. */
  request: FastifyRequest
  /** Headers that its reply carries beside what it says. */
  replyHeaders: Record<string, string>
}
