import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How slowly a body may come. */
export interface Pace {
  /** How long is looked at a time, in ms. */
  everyMs: number
  /** Fewer bytes than this in that time are too few. */
  leastBytes: number
}

/** A kilobyte a second over a minute: slower than any line people work by, and nothing that is held open on purpose. */
export const USUAL_PACE: Pace = { everyMs: 60_000, leastBytes: 60 * 1024 }

/** What a sender has for the headers of a call, and how often late ones are looked for, in ms. */
export const HEADER_LIMITS = { headersTimeout: 20_000, connectionsCheckingInterval: 5000 }

/**
 * Ends the connections of those who send a body drop by drop. A time for the whole would end large files on slow
 * lines; silence alone would not see one byte a minute.
 */
export function watchPace(app: FastifyInstance, { everyMs, leastBytes }: Pace = USUAL_PACE): void {
  app.addHook('onRequest', async ({ raw, log }, reply) => {
    const { socket, headers } = raw
    // A call that came by no line, as tests make them.
    if (!(socket instanceof Socket)) return
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
    let before = socket.bytesRead
    const timer = setInterval(() => {
      const came = socket.bytesRead - before
      before = socket.bytesRead
      // What lies here unread waits for us.
      if (raw.complete || came >= leastBytes || raw.readableLength > 0) return
      log.warn({ came }, 'a body that comes too slowly is given up')
      socket.destroy()
    }, everyMs)
    timer.unref()
    const stop = () => clearInterval(timer)
    raw.once('end', stop)
    reply.raw.once('close', stop)
  })
}
