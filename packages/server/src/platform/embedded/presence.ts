import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { advisoryLocks } from '../database/advisory-locks.ts'
import type { Log } from '../runtime/log.ts'
import type { Address } from './address.ts'
import type { Cluster } from './cluster.ts'
import { isAlive } from './process.ts'
import { clientConfig, ensureServer, stopServer } from './server.ts'

/** Connections of processes that use the server. Earlier versions know this name, and no other sign. */
const PRESENT = 'vypusk presence'
const LEAVING = 'vypusk leaving'

export interface Presence {
  /** Stops the server when no other process uses it; a second call waits for the first. */
  leave: () => Promise<void>
}

/**
 * Keeps one connection open as a sign that this process uses the server. It shows two things: that the server has died,
 * so that it can be restarted, and, when leaving, whether another process is still using it.
 */
export async function joinServer(cluster: Cluster, address: Address, log: Log): Promise<Presence> {
  const left = new AbortController()
  let client = await connect(cluster, address)
  let reviving = Promise.resolve()

  const watch = () => {
    client.once('end', () => {
      if (!left.signal.aborted) reviving = revive()
    })
  }
  const revive = async () => {
    log.warn('Встроенный PostgreSQL остановился, запускаю его снова')
    while (!left.signal.aborted) {
      try {
        client = await connect(cluster, await ensureServer(cluster))
        watch()
        return
      } catch (error) {
        log.warn(error instanceof Error ? error.message : String(error))
        await pause(1000)
      }
    }
  }
  watch()

  const leave = async () => {
    left.abort()
    await reviving
    const alone = await isAlone(client)
    await client.end().catch(() => null)
    if (alone) await stopServer(cluster)
  }
  let leftBy: Promise<void> | undefined
  return { leave: () => (leftBy ??= leave()) }
}

async function connect(cluster: Cluster, address: Address) {
  const config = { ...clientConfig(cluster, address, 'postgres'), application_name: PRESENT }
  const client = new pg.Client(config)
  // Without a listener the error would end the process; `end` is emitted after it.
  client.on('error', () => {})
  await client.connect()
  await client.query('select pg_advisory_lock_shared($1, $2)', [advisoryLocks.present, process.pid])
  return client
}

/** Processes that use the server; null where an earlier version has not told its number, or one has not yet. */
const OTHERS = `select l.objid::int as process
  from pg_stat_activity a
    left join pg_locks l on l.pid = a.pid and l.locktype = 'advisory' and l.classid = $1
  where a.application_name = $2`

/**
 * Of several processes that leave at the same moment, each first stops counting itself, so that the last one to look
 * finds nobody. A process that was killed is still listed until the server notices its closed connection. A server that
 * cannot be queried is dying anyway; stopping it cleans up after it.
 */
async function isAlone(client: pg.Client): Promise<boolean> {
  try {
    await client.query(`set application_name = '${LEAVING}'`)
    const { rows } = await client.query<{ process: number | null }>(OTHERS, [advisoryLocks.present, PRESENT])
    return rows.every(({ process }) => process !== null && !isAlive(process))
  } catch {
    return true
  }
}
