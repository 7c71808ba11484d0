import pg from 'pg'
import type { Address } from './embedded/address.ts'
import { findBinaries } from './embedded/binaries.ts'
import { isClusterMade, openCluster, type Cluster, type Transport } from './embedded/cluster.ts'
import { homeIn, openHome } from './embedded/home.ts'
import { clientConfig, ensureServer } from './embedded/server.ts'
import { joinServer } from './embedded/presence.ts'
import type { Log } from './runtime/log.ts'

export interface Embedded {
  /** For pools and clients of this process. */
  config: pg.PoolConfig
  /**
   * Whether this call created the database. If the process is killed before filling it, it does not count as fresh the
   * next time.
   */
  fresh: boolean
  /** Stops the server unless another process still uses it. Close your own pools first. */
  stop: () => Promise<void>
}

interface Place {
  /** An absolute path. The database is in its `postgres` folder. */
  dataDir: string
  log: Log
  /** Set only by tests; the default depends on the system, as Windows has no private sockets. */
  transport?: Transport
}

const database = 'vypusk'

/** Whether there is already a database in this folder. */
export const isEmbeddedMade = (dataDir: string): boolean => isClusterMade(homeIn(dataDir))

/**
 * Starts the PostgreSQL that comes with the product, creating its database when there is none, or joins the one already
 * running in this folder: one that outlived a killed process, or one in use by another process (the server, while an
 * import runs). If it dies, it is started again at the same address.
 * @throws EmbeddedError with a Russian sentence for the person who starts the server
 */
export function startEmbedded(place: Place): Promise<Embedded> {
  const starting = start(place)
  started.add(starting)
  return starting
}

const started = new Set<Promise<Embedded>>()

/** Stops all servers started by this process, even those still starting. For the end of the process. */
export async function stopEmbedded(): Promise<void> {
  for (const result of await Promise.allSettled(started)) {
    if (result.status === 'fulfilled') await result.value.stop()
  }
}

async function start({ dataDir, log, transport = usualTransport }: Place): Promise<Embedded> {
  const home = await openHome(dataDir, log)
  const binaries = await findBinaries(home)
  const { cluster, fresh } = await openCluster(home, binaries, transport)
  const address = await ensureServer(cluster)
  await ensureDatabase(cluster, address)
  const presence = await joinServer(cluster, address, log)
  return { config: clientConfig(cluster, address, database), fresh, stop: () => presence.leave() }
}

const usualTransport: Transport = process.platform === 'win32' ? 'loopback' : 'socket'

async function ensureDatabase(cluster: Cluster, address: Address) {
  const client = new pg.Client(clientConfig(cluster, address, 'postgres'))
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [database])
    if (found.rowCount === 0) await client.query(`create database ${database}`)
  } catch (error) {
    // 42P04, 23505: another process has just created it.
    if (!(error instanceof pg.DatabaseError) || !['42P04', '23505'].includes(error.code ?? '')) throw error
  } finally {
    await client.end()
  }
}
