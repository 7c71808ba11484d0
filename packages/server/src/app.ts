import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { PoolConfig } from 'pg'
import { connectAccess } from './access.ts'
import { audience } from './domains/access/port.ts'
import { administrationRoom } from './domains/administration/room.ts'
import { agreementsRoom } from './domains/agreements/room.ts'
import { sessionsThatStay, whoIs } from './domains/auth/port.ts'
import { authRoom } from './domains/auth/room.ts'
import { calendarsRoom } from './domains/calendars/room.ts'
import { catalogRoom } from './domains/catalog/room.ts'
import { deliveriesRoom } from './domains/deliveries/room.ts'
import { dossierRoom } from './domains/dossier/room.ts'
import { filesRoom } from './domains/files/room.ts'
import { findingRoom } from './domains/finding/room.ts'
import { healthRoom } from './domains/health/room.ts'
import { tokensThatStay, whoseToken } from './domains/integrations/port.ts'
import { integrationsRoom } from './domains/integrations/room.ts'
import { lettersRoom } from './domains/letters/room.ts'
import { noticesRoom } from './domains/notices/room.ts'
import { operationsRoom } from './domains/operations/room.ts'
import { planningRoom } from './domains/planning/room.ts'
import { provisioningRoom } from './domains/provisioning/room.ts'
import { publicationsRoom } from './domains/publications/room.ts'
import { registryRoom } from './domains/registry/room.ts'
import { releasesRoom } from './domains/releases/room.ts'
import { requestsRoom } from './domains/requests/room.ts'
import { threadsRoom } from './domains/threads/room.ts'
import { waitingRoom } from './domains/waiting/room.ts'
import type { Db, Deps } from './platform/call.ts'
import type { Clock } from './platform/clock.ts'
import { closeInOrder } from './platform/runtime/closing.ts'
import type { Constraints } from './platform/constraints.ts'
import { openDeps } from './platform/runtime/deps.ts'
import type { TimeLeft } from './platform/runtime/shutdown.ts'
import { createHttp } from './platform/http.ts'
import type { Queues, Retries } from './platform/jobs.ts'
import { createMetrics, type Metrics } from './platform/metrics.ts'
import { createMount } from './platform/mount.ts'
import { API_TOKEN, type Person, type Staying } from './platform/person.ts'
import { endPrograms } from './platform/runtime/programs.ts'
import type { Room } from './platform/room.ts'
import { logRequests } from './platform/http/request-log.ts'
import type { Settings } from './platform/settings.ts'
import { endWorkers } from './platform/runtime/workers.ts'

/** All rooms, in the order of docs/architecture.md. */
const rooms: Room[] = [
  healthRoom,
  authRoom,
  catalogRoom,
  calendarsRoom,
  deliveriesRoom,
  filesRoom,
  threadsRoom,
  requestsRoom,
  releasesRoom,
  agreementsRoom,
  publicationsRoom,
  registryRoom,
  planningRoom,
  lettersRoom,
  dossierRoom,
  noticesRoom,
  waitingRoom,
  findingRoom,
  integrationsRoom,
  operationsRoom,
  administrationRoom,
  provisioningRoom,
]

/** Refusals for the constraints that people can run into; `house.test.ts` checks that each exists in the database. */
export const constraints: Constraints = Object.assign({}, ...rooms.map((room) => room.constraints ?? {}))
const queues: Partial<Queues> = Object.assign({}, ...rooms.map((room) => room.queues ?? {}))

/** Connects the rooms to each other's events and starts their jobs. */
async function connect(deps: Deps): Promise<void> {
  connectAccess(deps.listeners)
  for (const room of rooms) await room.connect?.(deps)
}

/** Tokens of programs are recognised by their prefix; any other token belongs to a session. */
async function whoseSessionOrToken(
  db: Db,
  clock: Clock,
  token: string,
  settings: Settings,
): Promise<Person | undefined> {
  const person = await (token.startsWith(API_TOKEN) ? whoseToken(db, clock, token) : whoIs(db, clock, token, settings))
  return person && settings.hoursForClients ? { ...person, hours_open: true } : person
}

/** Where it stands which tokens are valid; what becomes of a person is told by an event. */
export const STAY_BY: readonly string[] = ['sessions', 'api_tokens']

/** Checks many tokens at once, for streams that stay open. */
export async function whoStay(db: Db, clock: Clock, all: string[], settings: Settings): Promise<Map<string, Staying>> {
  const [tokens, sessions] = [
    all.filter((one) => one.startsWith(API_TOKEN)),
    all.filter((one) => !one.startsWith(API_TOKEN)),
  ]
  const [ofPrograms, ofPeople] = await Promise.all([
    tokens.length > 0 ? tokensThatStay(db, clock, tokens) : [],
    sessions.length > 0 ? sessionsThatStay(db, clock, sessions, settings) : [],
  ])
  return new Map([...ofPrograms, ...ofPeople])
}

interface ProductOptions {
  settings: Settings
  /** A migrated database. */
  config: PoolConfig
  /** The server that calls go through, if it is not PostgreSQL itself (platform/database/poolers.ts). */
  through?: PoolConfig
  isShared?: boolean
  log: FastifyBaseLogger
  clock?: Clock
  demo?: boolean
  /** Shortened by tests, which do not wait a day. */
  retries?: Retries
  isByTheClock?: boolean
  outcomeWaitMs?: number
  strictReplies?: boolean
  webDir?: string
}

export interface Product {
  app: FastifyInstance
  /** The mounted routes, for the house test. */
  routes: { method: string; url: string }[]
  deps: Deps
  metrics: Metrics
  /** @param left how much time there is; some seconds if nobody says */
  close: (left?: TimeLeft) => Promise<void>
}

/** Opens the whole product on a database, without listening. */
export async function openProduct(options: ProductOptions): Promise<Product> {
  const { deps, connections, close } = await openDeps({
    ...options,
    queues,
    whoIs: whoseSessionOrToken,
    whoStay,
    stayBy: STAY_BY,
    audience,
  })
  const { app, routes } = await createHttp({ ...options, constraints })
  const metrics = createMetrics(
    { ...deps, connections },
    rooms.flatMap(({ gauges }) => gauges ?? []),
  )
  metrics.observe(app)
  logRequests(app)
  closeInOrder(app, () => deps.live.end())
  await app.register(async (api) => rooms.forEach(({ routes: mountAll }) => mountAll?.(createMount(api, deps))), {
    prefix: '/api',
  })
  await connect(deps)
  await app.ready()
  return {
    app,
    routes,
    deps,
    metrics,
    close: async (left) => {
      // A reply may take all the time that is left: no job is begun meanwhile that would be cut off then.
      deps.jobs.rest()
      await app.close()
      await endWorkers()
      endPrograms()
      await close(left)
    },
  }
}
