import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approve, refusals, requests } from '@vypusk/contract'
import { openProduct } from '../../app.ts'
import { testApp, type TestApp } from '../../testing/app.ts'
import { PASSWORD } from '../../testing/password.ts'
import { makePeople } from '../../testing/making/make.ts'
import { createHttp } from '../http.ts'
import { closeInOrder } from './closing.ts'
import { serveMetrics } from '../metrics/port.ts'
import { readSettings, type Settings } from '../settings.ts'
import { systemSentence } from './command.ts'

/** What administrators rely on: a shutdown that breaks nothing off, metrics, a log that can be followed. */

const quiet = pino({ level: 'silent' })
/** Less than the minute after which Node.js itself ends an idle connection; never reached when all is well. */
const SOON_MS = 45_000

test('a reply in progress is finished, and the end does not wait for its connection', async () => {
  const { app } = await createHttp({ settings: readSettings({}), constraints: {}, log: quiet })
  const requested = Promise.withResolvers<void>()
  const ready = Promise.withResolvers<string>()
  app.get('/slow', async () => {
    requested.resolve()
    return ready.promise
  })
  closeInOrder(app, () => {})
  const address = await app.listen({ port: 0 })
  const answer = fetch(`${address}/slow`)
  await requested.promise
  const ended = app.close()
  ready.resolve('ответ')
  expect(await (await answer).text()).toBe('ответ')
  expect(await Promise.race([ended.then(() => 'ended'), pause(SOON_MS, 'late')])).toBe('ended')
})

test('a page cannot load foreign fonts or use the camera', async () => {
  const { app } = await createHttp({ settings: readSettings({}), constraints: {}, log: quiet })
  const { headers } = await app.inject('/api/health/nowhere')
  expect(headers['content-security-policy']).toMatch(/font-src 'self';/)
  expect(headers['permissions-policy']).toContain('camera=()')
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'SAMEORIGIN' })
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  await app.close()
})

test('only styles with the nonce of the reply are allowed on a page', async () => {
  const webDir = await mkdtemp(join(tmpdir(), 'vypusk-pages-'))
  await writeFile(join(webDir, 'index.html'), '<meta property="csp-nonce" nonce="NONCE">')
  const { app } = await createHttp({ settings: readSettings({}), log: quiet, constraints: {}, webDir })
  const open = async (address: string) => {
    const { headers, body } = await app.inject(address)
    const [, policy] = /style-src ([^;]*)/.exec(String(headers['content-security-policy'])) ?? []
    return { policy, nonce: /nonce="([^"]*)"/.exec(body)?.[1] }
  }
  const [first, second] = [await open('/releases'), await open('/releases')]
  expect(first.nonce).toMatch(/^[\w-]{22}$/)
  expect(first.policy).toBe(`'self' 'nonce-${first.nonce}'`)
  expect(second.nonce).not.toBe(first.nonce)
  expect((await open('/api/nowhere')).policy).toBe("'self'")
  await app.close()
  await rm(webDir, { recursive: true })
})

test('the page is compressed', async () => {
  const webDir = await mkdtemp(join(tmpdir(), 'vypusk-pages-'))
  const page = '<p>Выпуск</p>'.repeat(100)
  await writeFile(join(webDir, 'index.html'), page)
  const { app } = await createHttp({ settings: readSettings({}), log: quiet, constraints: {}, webDir })
  const open = (headers: Record<string, string>) => app.inject({ url: '/releases', headers })
  const { headers, rawPayload } = await open({ 'accept-encoding': 'gzip, br' })
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: expect.stringContaining('accept-encoding') })
  expect([gunzipSync(rawPayload).toString(), (await open({})).body]).toEqual([page, page])
  await app.close()
  await rm(webDir, { recursive: true })
})

test('the form of the sign-in is in the page only where passwords are accepted', async () => {
  const webDir = await mkdtemp(join(tmpdir(), 'vypusk-pages-'))
  const form = '<template id="sign-in"><style nonce="NONCE"></style>\n<form></form></template>'
  await writeFile(join(webDir, 'index.html'), `<meta property="csp-nonce" nonce="NONCE">${form}<p>`)
  const page = async (settings: Settings) => {
    const { app } = await createHttp({ settings, log: quiet, constraints: {}, webDir })
    const { body } = await app.inject('/login')
    await app.close()
    return body
  }
  const settings = readSettings({})
  expect(await page(settings)).toMatch(/nonce="([\w-]{22})".*nonce="\1".*<form>/s)
  expect(await page({ ...settings, localSignIn: false })).toMatch(/^<meta [^>]*><p>$/)
  await rm(webDir, { recursive: true })
})

test('a file of the pages is not called compressed when it begins like something compressed', async () => {
  const webDir = await mkdtemp(join(tmpdir(), 'vypusk-pages-'))
  await mkdir(join(webDir, 'assets'))
  const build = '803084ea2702b9e1'
  await Promise.all([
    writeFile(join(webDir, 'index.html'), ''),
    writeFile(join(webDir, 'build.txt'), build),
    writeFile(join(webDir, 'assets/a.js'), 'a'),
    writeFile(join(webDir, 'assets/a.js.gz'), gzipSync('a')),
    writeFile(join(webDir, 'verify.html'), 'a'),
    writeFile(join(webDir, 'verify.html.gz'), gzipSync('a')),
  ])
  const { app } = await createHttp({ settings: readSettings({}), log: quiet, constraints: {}, webDir })
  const file = async (url: string) => {
    const { headers, rawPayload } = await app.inject({ url, headers: { 'accept-encoding': 'gzip, deflate' } })
    return headers['content-encoding'] === 'gzip'
      ? ['gzip', gunzipSync(rawPayload).toString()]
      : [rawPayload.toString()]
  }
  expect([await file('/build.txt'), await file('/assets/a.js')]).toEqual([[build], ['gzip', 'a']])
  // The page that verifies a dossier keeps its own policy.
  const { headers } = await app.inject({ url: '/verify.html', headers: { 'accept-encoding': 'gzip' } })
  expect(headers['content-encoding']).toBe('gzip')
  expect(headers['content-security-policy']).toContain("script-src 'unsafe-inline'")
  await app.close()
  await rm(webDir, { recursive: true })
})

test('a connection without any request is not waited for', async () => {
  const { app } = await createHttp({ settings: readSettings({}), constraints: {}, log: quiet })
  closeInOrder(app, () => {})
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const taken = once(app.server, 'connection')
  const socket = connect(Number(port), '127.0.0.1')
  await taken
  expect(await Promise.race([app.close().then(() => 'ended'), pause(SOON_MS, 'late')])).toBe('ended')
  socket.destroy()
})

describe('a running product', () => {
  let product: TestApp
  let url: string
  let token: string
  beforeAll(async () => {
    product = await testApp()
    await makePeople(product.deps.db)
    url = await product.app.listen({ port: 0 })
    const payload = { login: 'manager', password: PASSWORD }
    token = (await product.app.inject({ method: 'POST', url: '/api/auth/login', payload })).json().access_token
  })
  afterAll(() => product.close())

  test('answers a malformed address with an ordinary refusal', async () => {
    const reply = await product.app.inject('/api/releases/%zz')
    expect([reply.statusCode, reply.json()]).toEqual([404, { message: refusals.not_found[1] }])
  })

  test('reports replies by route, deliveries and jobs, and the event loop to Prometheus', async () => {
    await product.withToken(token)(requests.getRequest, { params: { id: 424242 } })
    const { db } = product.deps
    const event = { kind: 'changed', entity: 'release', entity_id: 1, at: '2026-03-06T06:00:00.000Z' }
    const { id: event_id } = await db.insertInto('events').values(event).returning('id').executeTakeFirstOrThrow()
    const about = { event_id, entity: 'release', entity_id: 1 }
    const words = { kind: 'test', subject: '', html: '', text: '', created_at: event.at }
    const letter = await db
      .insertInto('letters')
      .values({ ...about, ...words })
      .returning('id')
      .executeTakeFirstOrThrow()
    const delivery = {
      ...about,
      kind: 'mail',
      letter_id: letter.id,
      target: 'a@example.ru',
      state: 'failed',
      at: event.at,
    }
    await db.insertInto('deliveries').values(delivery).execute()

    const server = await serveMetrics(() => product.metrics.registry.metrics(), 0, '127.0.0.1')
    const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const text = await (await fetch(`${at}/metrics`)).text()
    expect((await fetch(`${at}/`)).status).toBe(404)
    const { port } = server.address() as AddressInfo
    const taken = await serveMetrics(async () => '', port, '127.0.0.1').catch((error: Error) => systemSentence(error))
    expect(taken).toBe(`Порт ${port} занят другой программой. Задайте другой в METRICS_PORT`)
    server.close()
    expect(text).toContain('duration_seconds_count{method="GET",route="/api/requests/:id",status="404"} 1')
    expect(text).toContain('vypusk_deliveries{kind="mail",state="failed"} 1')
    expect(text).toContain('vypusk_deliveries_oldest_seconds{kind="mail",state="failed"} 1800')
    expect(text).toContain('vypusk_database_up 1')
    expect(text).toMatch(/vypusk_database_connections\{state="idle"\} \d+/)
    expect(text).toContain('vypusk_live_streams 0')
    expect(text).toContain('# TYPE vypusk_jobs gauge')
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
    expect(text).not.toContain('424242')
  })

  test('ends live streams and itself in time', async () => {
    const headers = { authorization: `Bearer ${token}` }
    const { body } = await fetch(`${url}/api/events?key=${'k'.repeat(20)}`, { headers })
    const reader = body?.getReader()
    await reader?.read()
    const ended = product.app.close()
    const rest = async () => {
      for (let next = await reader?.read(); next && !next.done;) next = await reader?.read()
      return 'ended'
    }
    expect(await Promise.race([rest(), pause(SOON_MS, 'late')])).toBe('ended')
    expect(await Promise.race([ended.then(() => 'ended'), pause(SOON_MS, 'late')])).toBe('ended')
  })
})

test('the log shows a request with its id and without secrets', async () => {
  const lines: string[] = []
  const sink = new Writable({ write: (line, _encoding, done) => (lines.push(String(line)), done()) })
  const other = await testApp()
  await makePeople(other.deps.db)
  const { dataDir: DATA_DIR, config } = other
  const log = pino({ level: 'trace' }, sink)
  const product = await openProduct({ settings: readSettings({ DATA_DIR }), config, log })
  const secret = 'sekret-iz-pisma'
  const path = approve.ask.path.replace(':token', secret)
  const reply = await product.app.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${secret}` } })
  const payload = { login: 'manager', password: secret }
  await product.app.inject({ method: 'POST', url: '/api/auth/login', payload })
  await product.close()
  await other.close()
  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(entries).toContainEqual(
    expect.objectContaining({ reqId: reply.headers['x-request-id'], route: `/api${approve.ask.path}`, status: 404 }),
  )
  expect(lines.join('')).not.toContain(secret)
})
