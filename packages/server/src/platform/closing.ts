import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Ends an application without breaking off what it is answering: live streams are ended first, for they would last
 * for ever; answers under way are finished and their connections closed. A connection that was opened ahead and
 * never asked anything, as browsers do, is not waited for.
 */
export function closeInOrder(app: FastifyInstance, endStreams: () => void): void {
  let isClosing = false
  const silent = new Set<Socket>()
  app.server.on('connection', (socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  app.server.on('request', ({ socket }) => silent.delete(socket))
  app.addHook('preClose', async () => {
    isClosing = true
    endStreams()
    for (const socket of silent) socket.destroy()
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('Connection', 'close')
  })
}
