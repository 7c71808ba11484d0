import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import {
  collectDefaultMetrics,
  Counter,
  Gauge as PrometheusGauge,
  Histogram,
  Registry,
  type GaugeConfiguration,
} from 'prom-client'
import { thisBuild } from './runtime/build.ts'
import type { Deps } from './call.ts'
import type { Connections } from './database/connections.ts'
import { hasBeen, msSince } from './elapsed.ts'
import { lastBackup } from './database/last-backup.ts'
import { passwordsLookedAt } from './credentials/password.ts'
import type { Gauge } from './room.ts'
import { within } from './runtime/within.ts'

/**
 * Metrics of a process for Prometheus (docs/administrator/watch.md). Several workers are reported like one
 * process (platform/processes): values are added up unless their `aggregator` says otherwise.
 */
export interface Metrics {
  registry: Registry
  /** Counts and times all replies of the application. */
  observe: (app: FastifyInstance) => void
}

/** In seconds. */
const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** What the metrics are read from. */
type Sources = Pick<Deps, 'db' | 'probe' | 'live' | 'clock' | 'replica'> & { connections: Connections }

const jobs: Gauge = {
  name: 'vypusk_jobs',
  help: 'Jobs that are not done, by queue and state.',
  label: 'queue',
  read: async (db) => {
    const { rows } = await sql<{ name: string; state: string; count: number; since: string }>`
      select name, state::text, count(*)::int as count, min(greatest(start_after, created_on)) as since from pgboss.job
      where state < 'completed' and not starts_with(name, '__') group by name, state`.execute(db)
    return rows
  },
}

const LIMIT_MS = 2_000

/** While the database is unavailable, the other metrics are still reported: that is when the process is looked at. */
const orNothing = <Row>(read: () => Promise<Row[]>): Promise<Row[]> => within(LIMIT_MS, read).catch(() => [])

/**
 * Gauges that are read when they are requested, with one query for both; rows that no longer exist are not reported.
 */
function counted(registry: Registry, { db, clock }: Sources, { name, help, label, read }: Gauge) {
  let reading: ReturnType<Gauge['read']> | undefined
  const rows = () => (reading ??= orNothing(() => read(db)).finally(() => (reading = undefined)))
  const gauge = (suffix: string, what: string, valueOf: (row: Awaited<ReturnType<Gauge['read']>>[number]) => number) =>
    new PrometheusGauge({
      name: `${name}${suffix}`,
      help: what,
      labelNames: [label, 'state'],
      // All workers read the same rows.
      aggregator: 'max',
      registers: [registry],
      async collect() {
        const found = await rows()
        this.reset()
        for (const row of found) this.set({ [label]: row.name, state: row.state }, valueOf(row))
      },
    })
  gauge('', help, ({ count }) => count)
  gauge('_oldest_seconds', `${help.replace(/\.$/, '')}: how old the oldest of them is.`, ({ since }) =>
    Math.max(0, (clock.now().getTime() - Date.parse(since)) / 1000),
  )
}

const gaugeOf = (options: GaugeConfiguration<string>) => new PrometheusGauge(options)

/** Metrics known without a query, and whether the database answers. */
function ofProcess(registry: Registry, { probe, live, connections }: Sources) {
  const registers = [registry]
  gaugeOf({
    name: 'vypusk_database_up',
    help: '1 while the database answers and takes changes.',
    aggregator: 'min',
    registers,
    async collect() {
      this.set((await probe.look().catch(() => 'away')) === 'ready' ? 1 : 0)
    },
  })
  gaugeOf({
    name: 'vypusk_database_connections',
    help: 'Connections for calls and jobs, by state; waiting are callers without one.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(connections.counts())) this.set({ state }, count)
    },
  })
  gaugeOf({
    name: 'vypusk_live_streams',
    help: 'Browser windows that hear of changes.',
    registers,
    collect() {
      this.set(live.count())
    },
  })
}

/** Metrics of the replica, if there is one: whether it is used, how late it is, and how often it was used. */
function ofReplica(registry: Registry, { replica }: Sources) {
  const registers = [registry]
  gaugeOf({
    name: 'vypusk_replica_up',
    help: '1 while what may be read from the replica is read from it; nothing where there is none.',
    aggregator: 'min',
    registers,
    collect() {
      this.remove()
      if (replica) this.set(replica.state() === 'ready' ? 1 : 0)
    },
  })
  gaugeOf({
    name: 'vypusk_replica_late_seconds',
    help: 'Since the replica last had everything in time; 0 while it has.',
    aggregator: 'max',
    registers,
    collect() {
      this.remove()
      if (replica) this.set(replica.lateMs() / 1000)
    },
  })
  const reads = new Counter({
    name: 'vypusk_replica_reads_total',
    help: 'Readings that a replica may answer, by the server that has.',
    labelNames: ['by'],
    registers,
    collect() {
      reads.reset()
      for (const [by, count] of Object.entries(replica?.counts() ?? {})) reads.inc({ by }, count)
    },
  })
}

/** When the last backup was made and verified, whoever made it (backup.ts). */
function backupAge(registry: Registry, { db, clock }: Sources) {
  gaugeOf({
    name: 'vypusk_backup_age_seconds',
    help: 'Since the last copy that was made and proved; nothing where there was none.',
    aggregator: 'max',
    registers: [registry],
    async collect() {
      this.remove()
      const [at] = await orNothing(async () => [await lastBackup(db)])
      // A moment that is still to come tells nothing: no age, and the alert goes off.
      if (at && hasBeen(at, clock.now().getTime())) this.set(msSince(at, clock.now().getTime()) / 1000)
    },
  })
}

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

/** The build of the process, so that Prometheus can tell processes of different builds apart. */
function buildInfo() {
  const info = new PrometheusGauge({
    name: 'vypusk_build_info',
    help: 'Always 1; its labels say which build this is.',
    aggregator: 'max',
    labelNames: ['version', 'commit', 'committed_at'],
    registers: [],
  })
  const { version, commit, committed_at } = thisBuild()
  info.set({ version, commit: commit ?? '', committed_at: committed_at ?? '' }, 1)
  return info
}

/** The mean over several processes would hide the one that hangs. */
function reportTheWorst(registry: Registry) {
  for (const which of ['', '_mean', '_p50', '_p90', '_p99']) {
    Object.assign(registry.getSingleMetric(`nodejs_eventloop_lag${which}_seconds`) ?? {}, { aggregator: 'max' })
  }
}

/** @param gauges gauges of the rooms */
export function createMetrics(sources: Sources, gauges: Gauge[]): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  reportTheWorst(registry)
  const requests = new Histogram({
    name: 'vypusk_http_request_duration_seconds',
    help: 'What the server answered and how long it took, by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  })
  registry.registerMetric(passwords())
  registry.registerMetric(buildInfo())
  for (const gauge of [...gauges, jobs]) counted(registry, sources, gauge)
  ofProcess(registry, sources)
  ofReplica(registry, sources)
  backupAge(registry, sources)
  return {
    registry,
    observe: (app) => {
      app.addHook('onResponse', ({ method, routeOptions }, { statusCode, elapsedTime }, done) => {
        // The route's pattern and never the address: there are only few patterns, and addresses contain secrets.
        requests.observe({ method, route: routeOptions.url ?? 'screen', status: statusCode }, elapsedTime / 1000)
        done()
      })
    },
  }
}
