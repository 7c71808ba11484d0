import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { PoolConfig } from 'pg'
import { connectAccess } from './access.ts'
import { administrationDoor } from './domains/administration/routes.ts'
import { agreementsDoor, connectAgreements } from './domains/agreements/routes.ts'
import { sessionsThatStay, whoIs } from './domains/auth/port.ts'
import { authDoor } from './domains/auth/routes.ts'
import { catalogDoor } from './domains/catalog/routes.ts'
import { connectFiles, filesDoor } from './domains/files/routes.ts'
import { findingDoor } from './domains/finding/routes.ts'
import { healthDoor } from './domains/health/routes.ts'
import { tokensThatStay, whoseToken } from './domains/integrations/port.ts'
import { connectIntegrations, integrationsDoor } from './domains/integrations/routes.ts'
import { connectLetters, lettersDoor } from './domains/letters/routes.ts'
import { connectNotices, noticesDoor } from './domains/notices/routes.ts'
import { connectOperations, operationsDoor } from './domains/operations/routes.ts'
import { planningDoor } from './domains/planning/routes.ts'
import { connectPublications, publicationsDoor } from './domains/publications/routes.ts'
import { registryDoor } from './domains/registry/routes.ts'
import { releasesDoor } from './domains/releases/routes.ts'
import { requestsDoor } from './domains/requests/routes.ts'
import type { Db, Deps } from './platform/call.ts'
import type { Clock } from './platform/clock.ts'
import { closeInOrder } from './platform/closing.ts'
import { openDeps } from './platform/deps.ts'
import { createHttp } from './platform/http.ts'
import { JOB_KINDS, type Retries } from './platform/jobs.ts'
import { createMetrics, type Metrics } from './platform/metrics.ts'
import { createMount, type Door } from './platform/mount.ts'
import { API_TOKEN } from './platform/person.ts'
import { logRequests } from './platform/request-log.ts'
import type { Settings } from './platform/settings.ts'
import { endWorkers } from './platform/workers.ts'

/** Every room's door, in the order of docs/architecture.md. */
const doors: Door[] = [
  healthDoor,
  authDoor,
  catalogDoor,
  filesDoor,
  requestsDoor,
  releasesDoor,
  agreementsDoor,
  publicationsDoor,
  registryDoor,
  planningDoor,
  lettersDoor,
  noticesDoor,
  findingDoor,
  integrationsDoor,
  operationsDoor,
  administrationDoor,
]

/** What rooms do when other rooms change something, and what they do later. */
async function connect(deps: Deps): Promise<void> {
  connectAccess(deps.listeners)
  await connectFiles(deps)
  await connectAgreements(deps)
  await connectPublications(deps)
  await connectLetters(deps)
  await connectNotices(deps)
  await connectIntegrations(deps)
  await connectOperations(deps)
}

/** A token of a program says that it is one; any other is a session's. */
const whoseSessionOrToken: typeof whoIs = (db, clock, token, settings) =>
  token.startsWith(API_TOKEN) ? whoseToken(db, clock, token) : whoIs(db, clock, token, settings)

/** The same of many at once, for streams that stay open. */
async function whoStay(db: Db, clock: Clock, all: string[], settings: Settings): Promise<Set<string>> {
  const [tokens, sessions] = [
    all.filter((one) => one.startsWith(API_TOKEN)),
    all.filter((one) => !one.startsWith(API_TOKEN)),
  ]
  const [ofPrograms, ofPeople] = await Promise.all([
    tokens.length > 0 ? tokensThatStay(db, clock, tokens) : [],
    sessions.length > 0 ? sessionsThatStay(db, clock, sessions, settings) : [],
  ])
  return new Set([...ofPrograms, ...ofPeople])
}

interface Given {
  settings: Settings
  /** A migrated database. */
  config: PoolConfig
  log: FastifyBaseLogger
  clock?: Clock
  demo?: boolean
  /** Tests do not wait a day. */
  retries?: Retries
  outcomeWaitMs?: number
  strictReplies?: boolean
  webDir?: string
}

export interface Product {
  app: FastifyInstance
  /** What is mounted, for the house test. */
  routes: { method: string; url: string }[]
  deps: Deps
  metrics: Metrics
  close: () => Promise<void>
}

/** The whole product on a database, not yet listening. */
export async function openProduct(given: Given): Promise<Product> {
  const { deps, close } = await openDeps({ ...given, jobKinds: JOB_KINDS, whoIs: whoseSessionOrToken, whoStay })
  const { app, routes } = await createHttp(given)
  const metrics = createMetrics(deps.db)
  metrics.observe(app)
  logRequests(app)
  closeInOrder(app, () => deps.live.end())
  await app.register(async (api) => doors.forEach((door) => door(createMount(api, deps))), { prefix: '/api' })
  await connect(deps)
  await app.ready()
  return {
    app,
    routes,
    deps,
    metrics,
    close: async () => {
      await app.close()
      await endWorkers()
      await close()
    },
  }
}
