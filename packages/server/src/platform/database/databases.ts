import { sql } from 'kysely'
import type { PoolConfig } from 'pg'
import type { Connections } from './connections.ts'
import { openDatabase } from '../database.ts'
import { longLimits, type DatabaseLimits } from './limits.ts'
import { createProbe } from './probe.ts'
import type { Log } from '../runtime/log.ts'
import { createMemory, rememberBy, type MemoryTimes } from '../memory.ts'
import { openReplica, type Replica, type Way } from '../replica/open.ts'
import { routed } from '../replica/routing.ts'
import type { ReplicaSettings } from '../replica/settings.ts'
import { areNamesKept, createNames } from './statement-names.ts'

interface DatabasesOptions {
  config: PoolConfig
  /**
   * The server that calls go through, if it is not PostgreSQL itself; long-running work goes to PostgreSQL directly.
   */
  through?: PoolConfig
  isShared?: boolean
  /** A replica for reads, and how long a call waits for it. */
  replicaOf?: ReplicaSettings | null
  log: Log
  limits: DatabaseLimits
  times?: MemoryTimes
}

/**
 * Opens all the ways in which a serving process uses its one database (call.ts, Deps), and the memory of what it has
 * read.
 */
export async function openDatabases(options: DatabasesOptions) {
  const { config, through, isShared = false, log, limits, times } = options
  const usualWay = through ?? config
  const notify = (channel: string, word: string) => sql`select pg_notify(${channel}, ${word})`.execute(usual.db)
  const memory = createMemory(notify, times)
  const names = createNames(log)
  if (!(await areNamesKept(usualWay))) names.giveUp()
  const overheard = { names, forget: (table: string) => memory.forget(table) }
  const replica = await replicaFor(options)
  const by = (way: Way) => (own: Connections) => (replica ? routed(own, replica, way) : own)
  const usual = openDatabase(usualWay, log, { ...limits, isShared }, overheard, by('usual'))
  const long = openDatabase(config, log, longLimits(limits), overheard, by('long'))
  for (const { db } of [usual, long]) rememberBy(db, memory)
  const probe = createProbe(usualWay)
  return {
    connections: usual.connections,
    memory,
    databases: { db: usual.db, longDb: long.db, probe, replica },
    close: async () => {
      await probe.close()
      await replica?.close()
      await long.close()
      await usual.close()
    },
  }
}

/** Null when no replica is configured. */
async function replicaFor({ config, through, replicaOf, limits, log }: DatabasesOptions): Promise<Replica | null> {
  if (!replicaOf) return null
  const { url, waitMs } = replicaOf
  return openReplica({ config: { connectionString: url }, primary: through ?? config, waitMs, limits, log })
}
