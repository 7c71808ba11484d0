import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Lets an application close without breaking off replies in progress. Live streams are ended first, since they would
 * never end by themselves; then pending replies are finished and their connections closed. Connections without any
 * request, which browsers open in advance, are not waited for.
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
