import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { releases } from '@vypusk/contract'
import { testApp } from '../testing/app.ts'
import { makePeople } from '../testing/making/make.ts'
import { startTracing, traced, tracedStep } from './tracing.ts'

interface Sent {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  status: { code?: number; message?: string }
}
interface Batch {
  resourceSpans: { resource: { attributes: Sent['attributes'] }; scopeSpans: { spans: Sent[] }[] }[]
}

/** A collector that accepts OTLP over HTTP as JSON. */
async function startCollector() {
  const batches: Batch[] = []
  const take = async (request: IncomingMessage) => {
    const batch = (await json(request)) as Batch
    if (request.url === '/v1/traces') batches.push(batch)
  }
  const server = createServer((request, response) => {
    void take(request).finally(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    spans: () =>
      batches.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    service: () => batches[0]?.resourceSpans[0]?.resource.attributes.find(({ key }) => key === 'service.name')?.value,
    stop: async () => {
      server.close()
      await once(server, 'close')
    },
  }
}

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const attributesOf = ({ attributes }: Sent) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]))

test('a call and its statements are sent to the collector by names, without any user input', async () => {
  const [collector, product] = await Promise.all([startCollector(), testApp()])
  await makePeople(product.deps.db)
  const manager = await product.as('manager')
  const end = await startTracing(collector.url)
  const headers = { traceparent: `00-${TRACE}-b7ad6b7169203331-01` }
  const secret = 'Совсекретно'
  await manager(releases.list, { body: { page: 1, per_page: 10, search_string: secret }, headers })
  await manager(releases.get, { params: { id: 4_000_000 }, headers })
  await end()
  // Calls after the end are not traced.
  await manager(releases.get, { params: { id: 4_000_000 } })
  const spans = collector.spans()
  const [call, missing] = spans.filter(({ kind, name }) => kind === 2 && name.includes('/api/re'))
  expect(attributesOf(call!)).toMatchObject({ 'http.response.status_code': 200 })
  expect(attributesOf(missing!)).toMatchObject({ 'http.response.status_code': 404 })
  expect([call, missing].map((span) => [span?.traceId, span?.parentSpanId, span?.status.code ?? 0])).toEqual([
    [TRACE, 'b7ad6b7169203331', 0],
    [TRACE, 'b7ad6b7169203331', 0],
  ])
  const own = spans.filter(({ parentSpanId }) => parentSpanId === call?.spanId)
  expect(own.map(({ name }) => name)).toEqual(expect.arrayContaining([expect.stringMatching(/^(select|with)\b/)]))
  expect(own.map((span) => attributesOf(span)['db.system.name'])).toEqual(own.map(() => 'postgresql'))
  expect(JSON.stringify(spans)).not.toContain(secret)
  expect(collector.service()).toEqual({ stringValue: 'vypusk' })
  await Promise.all([product.close(), collector.stop()])
})

test('a fault is marked by the name of its error, and a step outside of traced work is not sent', async () => {
  const collector = await startCollector()
  const end = await startTracing(collector.url)
  const failing = async () => {
    throw new TypeError('what somebody typed')
  }
  await tracedStep(
    () => ({ name: 'alone' }),
    async () => {},
  )
  await expect(
    traced({ name: 'job x' }, () => tracedStep(() => ({ name: 'letter', kind: 'client' }), failing)),
  ).rejects.toThrow(TypeError)
  await end()
  const spans = collector.spans()
  expect(spans.map(({ name, status }) => [name, status])).toEqual([
    ['letter', { code: 2, message: 'TypeError' }],
    ['job x', { code: 2, message: 'TypeError' }],
  ])
  expect(spans[0]?.parentSpanId).toBe(spans[1]?.spanId)
  await collector.stop()
})
