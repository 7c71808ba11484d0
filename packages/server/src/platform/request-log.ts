import type { FastifyInstance } from 'fastify'

/** An answer that took longer is told of without being asked. */
const SLOW_MS = 2000

/**
 * One line a request, under the id that the caller is told of as well (`X-Request-Id`): at `debug`, and at `warn` when
 * it was slow. The route's pattern stands for the address, in which secrets of letters and calendars stand.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ id }, reply) => {
    reply.header('X-Request-Id', id)
  })
  app.addHook('onResponse', async ({ method, routeOptions, log }, { statusCode: status, elapsedTime }) => {
    const ms = Math.round(elapsedTime)
    const isStream = routeOptions.url === '/api/events'
    log[ms > SLOW_MS && !isStream ? 'warn' : 'debug']({ method, route: routeOptions.url, status, ms }, 'answered')
  })
}
