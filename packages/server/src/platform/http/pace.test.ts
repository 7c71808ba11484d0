import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import fastify from 'fastify'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createHttp } from '../http.ts'
import { HEADER_LIMITS, USUAL_PACE, watchPace } from './pace.ts'
import { readSettings } from '../settings.ts'

/** Senders that hold a connection open by sending almost nothing. */

const PACE = { everyMs: 1000, leastBytes: 100 }

async function listening(http: object = {}) {
  const app = fastify({ http })
  watchPace(app, PACE)
  app.post('/', async ({ body }) => ({ length: String(body).length }))
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Resolves when the connection is gone. `once` of events would fail if it was reset, which is just as good. */
const closing = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()))

const HEAD = 'POST / HTTP/1.1\r\nHost: here\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\n'

test('a body sent too slowly is broken off', async () => {
  const socket = await listening()
  socket.write(HEAD)
  const timer = setInterval(() => socket.write('x'), 50)
  await closing(socket)
  clearInterval(timer)
  expect(socket.bytesRead).toBe(0)
})

test('a body sent in pieces that each come in time is read completely', async () => {
  const socket = await listening()
  socket.write(HEAD)
  socket.write('x'.repeat(500))
  setTimeout(() => socket.write('x'.repeat(200)), PACE.everyMs * 0.5)
  setTimeout(() => socket.write('x'.repeat(300)), PACE.everyMs * 1.2)
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toContain('{"length":1000}')
  socket.destroy()
})

test('a call without a connection is left alone', async () => {
  const app = fastify()
  watchPace(app, { everyMs: 10, leastBytes: 1 })
  onTestFinished(() => app.close())
  app.post('/', async () => {
    await pause(100)
    return {}
  })
  const { statusCode } = await app.inject({ method: 'POST', url: '/', payload: {} })
  expect(statusCode).toBe(200)
})

test('endless headers are broken off', async () => {
  const socket = await listening({ ...HEADER_LIMITS, headersTimeout: 300, connectionsCheckingInterval: 100 })
  socket.write('POST / HTTP/1.1\r\nHost: here\r\n')
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toContain('408')
  socket.destroy()
})

test('the product waits for neither', async () => {
  const log = pino({ level: 'silent' })
  const { app } = await createHttp({ settings: readSettings({}), constraints: {}, log })
  onTestFinished(() => app.close())
  expect(app.server.headersTimeout).toBe(HEADER_LIMITS.headersTimeout)
  app.post('/', async () => ({}))
  await app.listen({ port: 0, host: '127.0.0.1' })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const requested = once(app.server, 'request')
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(HEAD.replace('text/plain', 'application/json'))
  await requested
  await pause(0)
  const closed = closing(socket)
  vi.advanceTimersByTime(USUAL_PACE.everyMs)
  await closed
  expect(socket.bytesRead).toBe(0)
})
