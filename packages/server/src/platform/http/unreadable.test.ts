import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MOST_IDS, refusals } from '@vypusk/contract'
import { createHttp } from '../http.ts'
import { readSettings } from '../settings.ts'

/** Calls that never reach a route, because they cannot be read. */

let app: Awaited<ReturnType<typeof createHttp>>['app']
let port: number
beforeAll(async () => {
  ;({ app } = await createHttp({ settings: readSettings({}), constraints: {}, log: pino({ level: 'silent' }) }))
  app.get('/length', async ({ url }) => ({ length: url.length }))
  app.post('/said', async ({ body }) => ({ body }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

/** The whole answer to these bytes, when the server has ended it. */
async function answerTo(sent: string) {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.write(sent)
  await once(socket, 'end')
  const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head, body: JSON.parse(body) as unknown }
}

test.each([
  ['what is no HTTP', 'здравствуйте\r\n\r\n', refusals.bad_http],
  ['an unknown method', 'WISH /length HTTP/1.1\r\nHost: here\r\n\r\n', refusals.bad_http],
  [
    'endless headers',
    `GET /length HTTP/1.1\r\nHost: here\r\nX: ${'x'.repeat(4_000_000)}\r\n\r\n`,
    refusals.long_address,
  ],
])('%s is refused in the form of every other refusal', async (_what, sent, [status, message]) => {
  const answer = await answerTo(sent)
  expect(answer).toMatchObject({ status, body: { message } })
  expect(answer.head).toContain('Content-Type: application/json; charset=utf-8')
})

test('an address may name as many things as the contract takes', async () => {
  const ids = Array.from({ length: MOST_IDS }, (_, n) => 9_000_000 + n)
  const url = `/length?requests=${encodeURIComponent(ids.join(','))}`
  const answer = await fetch(`http://127.0.0.1:${port}${url}`)
  expect(await answer.json()).toEqual({ length: url.length })
})

test('letters of another encoding are refused and not stored as question marks', async () => {
  const say = (...bytes: number[]) =>
    app.inject({
      method: 'POST',
      url: '/said',
      headers: { 'content-type': 'application/json; charset=windows-1251' },
      payload: Buffer.concat([Buffer.from('"'), Buffer.from(bytes), Buffer.from('"')]),
    })
  const [status, message] = refusals.not_utf8
  const inWindows1251 = await say(0xcf, 0xf0)
  expect([inWindows1251.statusCode, inWindows1251.json()]).toEqual([status, { message }])
  const inUtf8 = await say(...Buffer.from('При'))
  expect(inUtf8.json()).toEqual({ body: 'При' })
})
