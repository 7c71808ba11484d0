import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { setErrorExit } from './error-exit.ts'

/** An application whose only reply is this stream, with the messages that it logs. */
async function replyingWith(stream: Readable) {
  const lines: string[] = []
  const app = fastify({ logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } })
  setErrorExit(app, {})
  app.post('/', (_request, reply) => reply.send(stream))
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write('POST / HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}')
  const logged = () => lines.map((line) => (JSON.parse(line) as { msg: string }).msg)
  return { socket, logged }
}

test('somebody who leaves before the reply has begun is no fault of ours', async () => {
  const started = Promise.withResolvers<void>()
  const stream = new Readable({ read: () => started.resolve() })
  const { socket, logged } = await replyingWith(stream)
  await started.promise
  const closed = once(stream, 'close')
  socket.destroy()
  await closed
  await pause(50)
  expect(logged()).toEqual([])
})

test('a reply that breaks by itself is a fault, and is logged', async () => {
  const stream = new Readable({ read: () => stream.destroy(new Error('the rows are gone')) })
  const { socket, logged } = await replyingWith(stream)
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 500 /)
  expect(logged()).toEqual(['internal error'])
  socket.destroy()
})
