import type { FastifyInstance } from 'fastify'

/**
 * Ends an application without breaking off what it is answering: live streams are ended first, for they would last
 * for ever; answers under way are finished and their connections closed.
 */
export function closeInOrder(app: FastifyInstance, endStreams: () => void): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    endStreams()
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('Connection', 'close')
  })
}
