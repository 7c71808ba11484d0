import { once } from 'node:events'
import type { ClientHttp2Session } from 'node:http2'
import { connect as connectTls } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from './platform/database.ts'
import { addressOf, createTestDatabase, type TestDatabase } from './testing/database.ts'
import { temporaryFolder } from './testing/folder.ts'
import { ask, openLine } from './testing/http2.ts'
import { makePeople } from './testing/making/make.ts'
import { freePort } from './testing/port.ts'
import { mostMemory, startProgram, type Program } from './testing/processes/program.ts'
import { startCaddy, startNginx, type TestProxy } from './testing/servers/proxies.ts'

/** The product behind the proxies in `deploy`, as people reach it: by TLS and HTTP/2, from different addresses. */

const MB = 1024 * 1024
const main = fileURLToPath(new URL('main.ts', import.meta.url))
const [OFFICE, HOME] = ['127.0.0.2', '127.0.0.3']
const JSON_BODY = { 'content-type': 'application/json' }

describe.each([
  ['nginx', startNginx],
  ['Caddy', startCaddy],
])('behind %s', (_name, startProxy) => {
  let database: TestDatabase
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let opened: ReturnType<typeof openDatabase>
  let product: Program
  let proxy: TestProxy
  let [office, home] = [] as unknown as [ClientHttp2Session, ClientHttp2Session]
  let token: string
  let env: Record<string, string>

  async function startProduct() {
    const program = startProgram(process.execPath, [main], { env: { PATH: process.env['PATH'], ...env } })
    await program.until(() => program.output().includes('Выпуск открыт'))
    return program
  }

  beforeAll(async () => {
    database = await createTestDatabase()
    folder = await temporaryFolder('behind')
    opened = openDatabase(database.config, { info() {}, warn() {} })
    await makePeople(opened.db)
    const [upstream, port] = [await freePort(), await freePort()]
    env = {
      DATA_DIR: folder.path,
      DATABASE_URL: addressOf(database.config),
      PORT: String(upstream),
      HOST: '127.0.0.1',
      PUBLIC_URL: `https://localhost:${port}`,
      TRUSTED_PROXIES: '127.0.0.1',
    }
    product = await startProduct()
    proxy = await startProxy(upstream, port)
    ;[office, home] = [await openLine(port, proxy.ca, OFFICE), await openLine(port, proxy.ca, HOME)]
    token = await signIn(home)
  })
  afterAll(async () => {
    for (const line of [office, home]) line?.destroy()
    await proxy?.stop()
    await product?.end()
    await opened.close()
    await database.drop()
    await folder.remove()
  })

  const logIn = (line: ClientHttp2Session, login: string, password: string, headers = {}) =>
    ask(line, '/api/auth/login', { headers: { ...JSON_BODY, ...headers }, body: JSON.stringify({ login, password }) })
  const signIn = async (line: ClientHttp2Session): Promise<string> => {
    const { status, text } = await logIn(line, 'manager', 'demo')
    expect({ status, text }).toMatchObject({ status: 200 })
    return JSON.parse(text).access_token
  }
  const mine = () => ({ authorization: `Bearer ${token}` })

  test('people connect by HTTP/2 and at least TLS 1.2, and plain HTTP redirects there', async () => {
    expect(home.alpnProtocol).toBe('h2')
    const old = connectTls({
      port: proxy.port,
      host: '127.0.0.1',
      ca: proxy.ca,
      maxVersion: 'TLSv1.1',
      minVersion: 'TLSv1',
    })
    const [refused] = await once(old, 'error')
    expect(refused).toBeInstanceOf(Error)
    const { status, headers } = await fetch(`http://localhost:${proxy.plainPort}/releases?q=1`, { redirect: 'manual' })
    expect([301, 308]).toContain(status)
    expect(headers.get('location')).toMatch(/^https:\/\/localhost(:\d+)?\/releases\?q=1$/)
    expect((await ask(home, '/api/health/live')).headers['strict-transport-security']).toMatch(/max-age/)
  })

  test('fifty wrong passwords lock out their own address, whatever it claims to be, and no other', async () => {
    const tries = Array.from({ length: 50 }, (_, n) => n)
    for (const n of tries) {
      const { status } = await logIn(office, `guess${n}`, 'wrong', { 'x-forwarded-for': `198.51.100.${n}` })
      expect(status).toBe(403)
    }
    expect((await logIn(office, 'manager', 'demo', { 'x-forwarded-for': HOME })).status).toBe(429)
    await signIn(home)
    const written = opened.db.selectFrom('history').select('note').distinct().where('entity', '=', 'session')
    expect((await written.orderBy('note').execute()).map(({ note }) => note)).toEqual([OFFICE, HOME])
    expect(product.output()).not.toContain('TRUSTED_PROXIES')
  })

  test('live changes arrive as they happen', async () => {
    const headers = { ...mine(), accept: 'text/event-stream', 'accept-encoding': 'gzip, deflate, br' }
    const stream = home.request({ ':path': '/api/events', ...headers })
    let received = ''
    stream.setEncoding('utf8').on('data', (text: string) => (received += text))
    await expect.poll(() => received).toContain('retry:')
    const days = { start_date: '2026-03-02', plan_date: '2026-04-01' }
    const body = JSON.stringify({ title: 'Весна', ...days })
    const made = await ask(home, '/api/releases/0', { headers: { ...JSON_BODY, ...mine() }, body })
    expect(made).toMatchObject({ status: 200 })
    await expect.poll(() => received).toContain('"entity":"release"')
    stream.close()
  })

  test('replies of the API are compressed', async () => {
    const { status, headers, text } = await ask(home, '/api/openapi.json', { headers: { 'accept-encoding': 'gzip' } })
    expect([status, headers['content-encoding']]).toEqual([200, 'gzip'])
    expect(JSON.parse(text).openapi).toMatch(/^3/)
  })

  test('long addresses and headers pass in both directions if the product accepts them', async () => {
    // A letter that HTTP/2's compression does not shorten.
    const letters = '~'.repeat(10_000)
    const long = await ask(home, `/api/health/live?q=${letters}`, { headers: mine() })
    expect([long.status, long.text]).toEqual([200, expect.stringContaining('{')])
    const heavy = await ask(home, '/api/auth/user', { headers: { ...mine(), cookie: `a=${letters}` } })
    expect(heavy.status).toBe(200)
    const form = formOf(`${'я'.repeat(200)}.txt`, 3)
    const { files } = JSON.parse(
      (await ask(home, '/api/files/uploads', { ...form, headers: { ...form.headers, ...mine() } })).text,
    )
    const served = await ask(home, `/api/files/${files[0].id}`, { headers: mine() })
    expect([served.status, served.text]).toEqual([200, 'xxx'])
  })

  /** A multipart body with one file that is never completely in memory. */
  function formOf(file: string, size: number) {
    const boundary = 'of-the-test'
    const head = Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="${file}"\r\n` +
        'content-type: application/octet-stream\r\n\r\n',
    )
    const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
    const piece = Buffer.alloc(Math.min(size, 64 * 1024), 'x')
    function* body() {
      yield head
      for (let sent = 0; sent < size; sent += piece.length) yield piece
      yield tail
    }
    const length = head.length + size + tail.length
    return {
      body: body(),
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': String(length) },
    }
  }

  const memory = async () =>
    (await Promise.all([product.pid, ...(await proxy.processes())].map(mostMemory))).reduce((sum, each) => sum + each)

  test('200 MB in one request pass with little memory and no disk of the proxy', async () => {
    const before = await memory()
    const form = formOf('big.bin', 200 * MB)
    const sent = await ask(home, '/api/files/uploads', { body: form.body, headers: { ...form.headers, ...mine() } })
    expect(sent).toMatchObject({ status: 200 })
    expect(JSON.parse(sent.text).files).toEqual([expect.objectContaining({ size: 200 * MB })])
    expect((await memory()) - before).toBeLessThan(100)
    expect(proxy.output()).not.toContain('temporary file')
  })

  test('200 MB in pieces pass', async () => {
    const tus = { ...mine(), 'tus-resumable': '1.0.0' }
    const announced = { ...tus, 'upload-length': String(200 * MB), 'upload-metadata': 'filename YmlnLmJpbg==' }
    const begun = await ask(home, '/api/files/resumable', { method: 'POST', headers: announced })
    expect(begun).toMatchObject({ status: 201 })
    const path = new URL(String(begun.headers['location']), 'https://localhost').pathname
    for (let at = 0; at < 200 * MB; at += 40 * MB) {
      const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(at) }
      const body = Array.from({ length: 40 }, () => Buffer.alloc(MB, 'x'))
      const piece = await ask(home, path, { method: 'PATCH', headers: { ...tus, ...type }, body })
      expect([piece.status, piece.headers['upload-offset']]).toEqual([204, String(at + 40 * MB)])
    }
    expect((await ask(home, `${path}/file`, { method: 'POST', headers: mine() })).status).toBe(200)
  })

  test('while the product restarts the API answers in JSON, and pages reload by themselves', async () => {
    await product.end()
    const api = await ask(home, '/api/auth/user', { headers: mine() })
    expect([api.status, api.headers['retry-after'], api.headers['content-type']]).toEqual([
      503,
      '5',
      'application/json; charset=utf-8',
    ])
    expect(JSON.parse(api.text).message).toMatch(/^Система перезапускается/)
    const page = await ask(home, '/releases', { headers: { accept: 'text/html' } })
    expect([page.status, page.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
    expect(page.text).toContain('http-equiv="refresh"')
    product = await startProduct()
    const again = await ask(home, '/api/auth/user', { headers: mine() })
    expect([again.status, JSON.parse(again.text).login]).toEqual([200, 'manager'])
  })
})
