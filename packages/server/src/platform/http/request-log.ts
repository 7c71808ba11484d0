import type { FastifyInstance } from 'fastify'

/** Slower replies are logged as warnings. */
const SLOW_MS = 2000

/**
 * Logs one line for each request, under the id that the caller gets too (`X-Request-Id`): at `debug`, or at `warn` if
 * it was slow. The route's pattern is logged and not the address, because addresses contain secrets of letters and
 * calendars.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', ({ id }, reply, done) => {
    reply.header('X-Request-Id', id)
    done()
  })
  app.addHook('onResponse', ({ method, routeOptions, log }, { statusCode: status, elapsedTime }, done) => {
    const ms = Math.round(elapsedTime)
    const isStream = routeOptions.url === '/api/events'
    log[ms > SLOW_MS && !isStream ? 'warn' : 'debug']({ method, route: routeOptions.url, status, ms }, 'answered')
    done()
  })
}
