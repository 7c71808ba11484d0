import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** The slowest acceptable rate of a body. */
export interface Pace {
  /** Length of the measured interval, in ms. */
  everyMs: number
  /** The least bytes that must arrive within it. */
  leastBytes: number
}

/** A kilobyte a second over a minute: slower than any connection people work over, but not zero. */
export const USUAL_PACE: Pace = { everyMs: 60_000, leastBytes: 60 * 1024 }

/** Time limit for the headers of a call, and how often it is checked, in ms. */
export const HEADER_LIMITS = { headersTimeout: 20_000, connectionsCheckingInterval: 5000 }

/**
 * Ends connections that send a body too slowly. A limit for the total time would break off large files on slow
 * connections, and a limit for silence would miss a byte sent every minute.
 */
export function watchPace(app: FastifyInstance, { everyMs, leastBytes }: Pace = USUAL_PACE): void {
  app.addHook('onRequest', ({ raw, log }, reply, done) => {
    done()
    const { socket, headers } = raw
    // A call without a connection, as made by tests.
    if (!(socket instanceof Socket)) return
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
    let before = socket.bytesRead
    const timer = setInterval(() => {
      const came = socket.bytesRead - before
      before = socket.bytesRead
      // Unread data is waiting for us, so the sender is not to blame.
      if (raw.complete || came >= leastBytes || raw.readableLength > 0) return
      log.warn({ came }, 'a request body that arrives too slowly was aborted')
      socket.destroy()
    }, everyMs)
    timer.unref()
    const stop = () => clearInterval(timer)
    raw.once('end', stop)
    reply.raw.once('close', stop)
  })
}
