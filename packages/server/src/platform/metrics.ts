import { createServer, type Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Counter, Gauge as PrometheusGauge, Histogram, Registry } from 'prom-client'
import { thisBuild } from './build.ts'
import type { Db } from './database.ts'
import { passwordsLookedAt } from './password.ts'
import type { Gauge } from './room.ts'

/** What Prometheus is told of a process (docs/administrator.md, "Monitoring"). */
export interface Metrics {
  registry: Registry
  /** Counts and times whatever the application answers. */
  observe: (app: FastifyInstance) => void
}

/** Seconds. */
const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

const jobs: Gauge = {
  name: 'vypusk_jobs',
  help: 'Jobs that are not done, by queue and state.',
  label: 'queue',
  read: async (db) => {
    const { rows } = await sql<{ name: string; state: string; count: number }>`
      select name, state::text, count(*)::int as count from pgboss.job
      where state < 'completed' and not starts_with(name, '__') group by name, state`.execute(db)
    return rows
  },
}

/** A gauge whose values are read when they are asked for; what is no more is no more told of. */
const counted = (registry: Registry, db: Db, { name, help, label, read }: Gauge) =>
  new PrometheusGauge({
    name,
    help,
    labelNames: [label, 'state'],
    registers: [registry],
    async collect() {
      const rows = await read(db)
      this.reset()
      for (const row of rows) this.set({ [label]: row.name, state: row.state }, row.count)
    },
  })

const passwords = () =>
  new Counter({
    name: 'vypusk_passwords_total',
    help: 'Passwords that were hashed or compared.',
    registers: [],
    collect() {
      this.reset()
      this.inc(passwordsLookedAt())
    },
  })

/** Which build answers: of two processes side by side Prometheus sees which is which. */
function buildInfo() {
  const info = new PrometheusGauge({
    name: 'vypusk_build_info',
    help: 'Always 1; its labels say which build this is.',
    labelNames: ['version', 'commit', 'committed_at'],
    registers: [],
  })
  const { version, commit, committed_at } = thisBuild()
  info.set({ version, commit: commit ?? '', committed_at: committed_at ?? '' }, 1)
  return info
}

/** @param gauges what rooms tell */
export function createMetrics(db: Db, gauges: Gauge[]): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'vypusk_http_request_duration_seconds',
    help: 'What the server answered and how long it took, by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  })
  registry.registerMetric(passwords())
  registry.registerMetric(buildInfo())
  for (const gauge of [...gauges, jobs]) counted(registry, db, gauge)
  return {
    registry,
    observe: (app) => {
      app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
        // The pattern, never the address: there are few of them, and secrets stand in addresses.
        requests.observe({ method, route: routeOptions.url ?? 'screen', status: statusCode }, elapsedTime / 1000)
      })
    },
  }
}

/** Serves the metrics at /metrics on a port of their own, which no proxy leads to. */
export async function serveMetrics({ registry }: Metrics, port: number, host: string): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      () => response.writeHead(503).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return server
}
