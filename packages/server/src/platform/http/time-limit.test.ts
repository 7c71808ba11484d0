import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { endpoint, refusals, releases, requests } from '@vypusk/contract'
import { createMount } from '../mount.ts'
import { StreamReply } from '../reply.ts'
import { projectRoot } from '../runtime/places.ts'
import { testApp } from '../../testing/app.ts'
import { serializer } from './serializer.ts'
import { setErrorExit } from './error-exit.ts'
import { timeLimitOf } from './time-limit.ts'

const ask = { path: '/asked', access: 'public', summary: 'Waits', reply: z.object({ done: z.boolean() }) } as const
const read = endpoint({ ...ask, method: 'GET' })
const write = endpoint({ ...ask, method: 'POST', body: z.object({ text: z.string() }) })
const workbook = endpoint({ ...write, path: '/workbook', stream: 'excel' })

/** A server whose calls may take no time, and wait for `work`. */
async function serverOf(work: Promise<{ done: boolean } | StreamReply>) {
  const { deps, close } = await testApp()
  const app = fastify()
  setErrorExit(app, {})
  app.setSerializerCompiler(({ schema }) => serializer(schema as z.ZodType, true))
  const mount = createMount(app, deps, () => 10)
  for (const one of [read, write, workbook]) mount(one, () => work)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    address: `${address}/asked`,
    ofWorkbook: `${address}/workbook`,
    log: deps.log,
    end: () => Promise.all([app.close(), close()]),
  }
}

const BODY = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"text":"Да"}' }

test.each([
  ['without a body', {}],
  ['whose body has been read', BODY],
])('a call %s is refused when it takes too long, and what it then sends is closed', async (_, init) => {
  const work = Promise.withResolvers<StreamReply>()
  const { address, end } = await serverOf(work.promise)
  const reply = await fetch(address, init)
  const [status, message] = refusals.took_too_long
  expect([reply.status, await reply.json()]).toEqual([status, { message }])
  expect([reply.headers.get('retry-after'), reply.headers.get('connection')]).toEqual(['30', 'close'])
  const stream = Readable.from(['late'])
  const closed = once(stream, 'close')
  work.resolve(new StreamReply(stream, {}))
  await closed
  await end()
})

test('a workbook that nobody takes is broken off', async () => {
  const stream = new Readable({ read: () => undefined })
  stream.push('the beginning')
  // Sooner than the caller gives up by itself.
  const closed = once(stream, 'close', { signal: AbortSignal.timeout(60_000) })
  const { ofWorkbook, end } = await serverOf(Promise.resolve(new StreamReply(stream, {})))
  const reply = await fetch(ofWorkbook, BODY)
  expect(reply.status).toBe(200)
  await closed
  await expect(reply.text()).rejects.toThrow('terminated')
  await end()
})

test('what fails after its refusal is in the log', async () => {
  const work = Promise.withResolvers<{ done: boolean }>()
  const { address, log, end } = await serverOf(work.promise)
  const warn = vi.spyOn(log, 'warn')
  expect((await fetch(address, BODY)).status).toBe(503)
  const err = new Error('late')
  work.reject(err)
  await vi.waitFor(() => expect(warn).toHaveBeenCalledWith({ err, call: 'POST /asked' }, expect.any(String)))
  await end()
})

test('reading takes a minute, changing almost five, a workbook half an hour, and files what they need', () => {
  const seconds = [requests.getRequest, requests.saveRequest, releases.summary, requests.importRequests].map(
    (one) => timeLimitOf(one) / 1000,
  )
  expect(seconds).toEqual([60, 290, 1800, Infinity])
})

test('proxies wait longer, or they would answer that the system restarts', () => {
  const proxy = readFileSync(join(projectRoot, 'deploy/nginx.conf'), 'utf8')
  const [, seconds] = /location \/api\/ \{[^}]*proxy_read_timeout (\d+)s/.exec(proxy) ?? []
  expect(Number(seconds) * 1000).toBeGreaterThan(timeLimitOf(requests.saveRequest))
})
