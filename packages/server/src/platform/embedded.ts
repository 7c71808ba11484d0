import pg from 'pg'
import type { Address } from './embedded/address.ts'
import { findBinaries } from './embedded/binaries.ts'
import { isClusterMade, openCluster, type Cluster, type Transport } from './embedded/cluster.ts'
import { homeIn, openHome } from './embedded/home.ts'
import { clientConfig, ensureServer } from './embedded/server.ts'
import { joinServer } from './embedded/presence.ts'
import type { Log } from './log.ts'

export interface Embedded {
  /** For pools and clients of this process. */
  config: pg.PoolConfig
  /** Whether this call made the database; one killed before it was filled is not fresh the next time. */
  fresh: boolean
  /** Ends the server unless another process still uses it. Close own pools first. */
  stop: () => Promise<void>
}

interface Place {
  /** Absolute. The database lives in its `postgres` folder. */
  dataDir: string
  log: Log
  /** Windows has no private sockets; elsewhere only tests say something. */
  transport?: Transport
}

const database = 'vypusk'

/** Whether there is a database in this folder already. */
export const isEmbeddedMade = (dataDir: string): boolean => isClusterMade(homeIn(dataDir))

/**
 * Starts the PostgreSQL that comes with the product, making its database when there is none, or joins
 * the one already running in this folder: one that outlived a killed process, or one that another
 * process (the server beside an import) uses now. If it dies, it is started again at the same address.
 * @throws EmbeddedError with a Russian sentence for whoever starts the server
 */
export function startEmbedded(place: Place): Promise<Embedded> {
  const starting = start(place)
  started.add(starting)
  return starting
}

const started = new Set<Promise<Embedded>>()

/** Stops whatever this process started, be it still on its way: for the end of the process. */
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
    // 42P04, 23505: another process has just made it.
    if (!(error instanceof pg.DatabaseError) || !['42P04', '23505'].includes(error.code ?? '')) throw error
  } finally {
    await client.end()
  }
}
