import { once } from 'node:events'
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'

/** A connection to PostgreSQL that a test can break. */
export interface DatabaseProxy {
  /** The test's database through the proxy. */
  config: ClientConfig
  /** Breaks all connections; new ones are accepted. */
  cut: () => void
  /**
   * Connections stay open and new ones are accepted, but no bytes pass in either direction until it is called with
   * false.
   */
  silent: (isSilent: boolean) => void
  /** Existing connections stay open but silent for good; new ones work. */
  freeze: () => void
  /**
   * Lets the next COMMIT of a transaction that contained these words happen, and cuts its connection instead of passing
   * on the reply.
   */
  dropReplyToCommit: (words: string) => void
  /** Lets this many further connections through; every later one gets only these bytes, and its end. */
  leaveAfter: (connections: number, lastBytes: Uint8Array) => void
  /** Number of replies dropped so far. */
  dropped: () => number
  close: () => Promise<void>
}

const COMMIT = Buffer.from('commit\0')
const isCommit = (bytes: Buffer) => Buffer.from(bytes.toString('latin1').toLowerCase(), 'latin1').includes(COMMIT)

/** Host and port, or the path of the socket, as `pg` interprets them. */
function targetOf({ connectionString, host = 'localhost', port = 5432 }: ClientConfig) {
  const url = connectionString ? new URL(connectionString) : undefined
  const place = { host: url?.hostname ?? host, port: Number(url?.port || port) }
  return place.host.startsWith('/') ? { path: join(place.host, `.s.PGSQL.${place.port}`) } : place
}

function through(config: ClientConfig, port: number): ClientConfig {
  if (!config.connectionString) return { ...config, host: '127.0.0.1', port }
  const url = new URL(config.connectionString)
  url.host = `127.0.0.1:${port}`
  return { ...config, connectionString: url.href }
}

/** Opens a proxy to this server, on a free port. */
export async function openDatabaseProxy(input: ClientConfig): Promise<DatabaseProxy> {
  const open = new Set<Socket>()
  let [awaited, dropped, isSilent] = ['', 0, false]
  let [left, lastBytes]: [number, Uint8Array] = [Infinity, new Uint8Array()]
  const server = createServer((client) => {
    left -= 1
    if (left < 0) {
      client.on('error', () => {}).once('data', () => client.end(lastBytes))
      return
    }
    const database = createConnection(targetOf(input))
    let [hasSaidIt, dropsNext] = [false, false]
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(socket)
      if (isSilent) socket.pause()
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
    client.on('data', (bytes) => {
      hasSaidIt ||= awaited !== '' && bytes.includes(awaited)
      if (hasSaidIt && isCommit(bytes)) [dropsNext, awaited] = [true, '']
      database.write(bytes)
    })
    database.on('data', (bytes) => {
      if (!dropsNext) {
        client.write(bytes)
        return
      }
      dropped += 1
      client.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => open.forEach((socket) => socket.destroy())
  return {
    config: through(input, (server.address() as AddressInfo).port),
    cut,
    silent: (now) => {
      isSilent = now
      open.forEach((socket) => (now ? socket.pause() : socket.resume()))
    },
    freeze: () => open.forEach((socket) => socket.pause()),
    dropReplyToCommit: (words) => void (awaited = words),
    leaveAfter: (connections, bytes) => void ([left, lastBytes] = [connections, bytes]),
    dropped: () => dropped,
    close: async () => {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
