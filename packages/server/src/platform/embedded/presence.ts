import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../runtime/log.ts'
import type { Address } from './address.ts'
import type { Cluster } from './cluster.ts'
import { clientConfig, ensureServer, stopServer } from './server.ts'

const presenceName = 'vypusk presence'

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
  const config = { ...clientConfig(cluster, address, 'postgres'), application_name: presenceName }
  const client = new pg.Client(config)
  // Without a listener the error would end the process; `end` is emitted after it.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** A server that cannot be queried is dying anyway; stopping it cleans up after it. */
async function isAlone(client: pg.Client): Promise<boolean> {
  const others = 'select 1 from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()'
  return client.query(others, [presenceName]).then(
    ({ rowCount }) => rowCount === 0,
    () => true,
  )
}
