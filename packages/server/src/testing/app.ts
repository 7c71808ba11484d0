import type { PoolConfig } from 'pg'
import {
  statusesOf,
  type AnyEndpoint,
  type BodyInput,
  type ParamsInput,
  type QueryInput,
  type ReplyOf,
} from '@vypusk/contract'
import { openProduct, type Product } from '../app.ts'
import type { Clock } from '../platform/clock.ts'
import { typesOf } from '../platform/documents/media.ts'
import type { TimeLeft } from '../platform/runtime/shutdown.ts'
import type { Retries } from '../platform/jobs.ts'
import { readSettings } from '../platform/settings.ts'
import { PASSWORD } from './password.ts'
import { LONGEST_MS } from './patience.ts'
import { temporaryFolder } from './folder.ts'
import { testLog } from './log.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

/** A clock that only moves when a test sets it. */
export interface TestClock extends Clock {
  set(moment: string): void
  /** From now on it is a millisecond later at each reading, as it is in the product: what one act writes differs. */
  run(): void
}

/** The answer to a call. `body` is the contract's reply when the status is 200. */
export interface Answer<E> {
  status: number
  body: ReplyOf<E>
  /** The sentence of a refusal with its additional data. */
  refusal: { message: string; errors?: Record<string, string[]> } & Record<string, unknown>
  headers: Record<string, unknown>
  raw: Buffer
}

interface Input<E> {
  params?: ParamsInput<E>
  query?: QueryInput<E>
  body?: BodyInput<E>
  headers?: Record<string, string>
}

export type Api = <E extends AnyEndpoint>(endpoint: E, input?: Input<E>) => Promise<Answer<E>>

export interface TestApp extends Product {
  clock: TestClock
  dataDir: string
  config: PoolConfig
  /** The API without a session. */
  anonymous: Api
  /** The API as a person who signs in first; everybody's password is `demo`. */
  as: (login: string) => Promise<Api>
  /** The API with a given token. */
  withToken(token: string): Api
  close: () => Promise<void>
}

/** On a slow machine, twenty calls at once may take longer than people would wait. */
export const PATIENT_DATABASE = {
  DATABASE_WAIT_SECONDS: '120',
  DATABASE_STATEMENT_SECONDS: '120',
  DATABASE_LOCK_SECONDS: '120',
}

/** Every connection is a process of the server that plans each statement anew, and tests rarely need several at once. */
const FEW_CONNECTIONS = { DATABASE_CONNECTIONS: '6' }

/** A Friday morning in Moscow. */
const START = '2026-03-06T06:30:00.000Z'
/** Tests move the clock by days; the idle time of sessions is tested in auth/account.test.ts. */
const WHOLE_LIFE = '336'

function testClock(start: string): TestClock {
  let now = new Date(start)
  let step = 0
  return {
    now: () => (now = new Date(now.getTime() + step)),
    set: (moment) => void (now = new Date(moment)),
    run: () => void (step = 1),
  }
}

const fill = (path: string, params: object) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String((params as Record<string, unknown>)[name])))

/** Whatever a test is answered with is in the reference of the API, except for failures. */
function checkStatus(endpoint: AnyEndpoint, status: number): void {
  if (status >= 500 || statusesOf(endpoint).includes(status)) return
  throw new Error(`${endpoint.method} ${endpoint.path} answers ${status}, which its summary does not name`)
}

/** So is the type of it. */
function checkType(endpoint: AnyEndpoint, status: number, type: unknown): void {
  const [sent = ''] = typeof type === 'string' ? type.split(';') : []
  if (sent === '' || typesOf(endpoint, status).includes(sent)) return
  throw new Error(`${endpoint.method} ${endpoint.path} answers ${status} with ${sent}, which it does not declare`)
}

function apiOf(app: Product['app'], token?: string): Api {
  return async (endpoint, { params = {}, query = {}, body, headers = {} } = {}) => {
    const reply = await app.inject({
      method: endpoint.method,
      url: `/api${fill(endpoint.path, params as object)}`,
      query: Object.fromEntries(Object.entries(query as object).map(([key, value]) => [key, String(value)])),
      ...(body === undefined ? {} : { payload: body as object }),
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
    })
    checkStatus(endpoint, reply.statusCode)
    checkType(endpoint, reply.statusCode, reply.headers['content-type'])
    const isJson = String(reply.headers['content-type']).startsWith('application/json')
    // The answer to HEAD has a content type but no content.
    const json = isJson && reply.rawPayload.length > 0 ? reply.json() : undefined
    return { status: reply.statusCode, body: json, refusal: json, headers: reply.headers, raw: reply.rawPayload }
  }
}

async function signIn(app: Product['app'], login: string): Promise<Api> {
  const reply = await app.inject({ method: 'POST', url: '/api/auth/login', payload: { login, password: PASSWORD } })
  if (reply.statusCode !== 200) throw new Error(`${login} could not sign in: ${reply.body}`)
  return apiOf(app, reply.json().access_token)
}

/**
 * The real product on a database of its own that contains only the lists from the migrations: each test creates the
 * people and things it needs (testing/making/make.ts). `database` uses another database, which is dropped at the end too.
 */
export async function testApp(
  env: Record<string, string> = {},
  {
    database: made,
    left,
    start = START,
    ...overrides
  }: {
    retries?: Retries
    database?: TestDatabase
    outcomeWaitMs?: number
    isByTheClock?: boolean
    /** How much time closing has. */
    left?: TimeLeft
    /** Until when the clock is not set: people who sign in by a later one are not signed in once it is set back. */
    start?: string
  } = {},
): Promise<TestApp> {
  const { path: dataDir, remove } = await temporaryFolder('test')
  const database = made ?? (await createTestDatabase())
  const settings = readSettings({
    DATA_DIR: dataDir,
    SESSION_IDLE_HOURS: WHOLE_LIFE,
    ...PATIENT_DATABASE,
    ...FEW_CONNECTIONS,
    ...env,
  })
  const clock = testClock(start)
  const product = await openProduct({
    settings,
    config: database.config,
    log: testLog.child({}),
    clock,
    strictReplies: true,
    isByTheClock: false,
    outcomeWaitMs: LONGEST_MS,
    ...overrides,
  })
  return {
    ...product,
    clock,
    dataDir,
    config: database.config,
    anonymous: apiOf(product.app),
    as: (login) => signIn(product.app, login),
    withToken: (token) => apiOf(product.app, token),
    close: async () => {
      await product.close(left)
      await database.drop()
      await remove()
    },
  }
}
