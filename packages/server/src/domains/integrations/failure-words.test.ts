import { createServer as createHttp } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { post } from '../../platform/external/outgoing.ts'
import { asError } from '../../platform/runtime/as-error.ts'
import { tlsCertificate, tlsKey } from '../../testing/servers/server-keys.ts'
import { failureText } from './rules.ts'

/** What the administrator reads of a receiver that cannot be spoken to. */
async function wordsOf(protocol: 'http' | 'https', server: Server): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, 'localhost', resolve))
  onTestFinished(() => void server.close())
  const url = `${protocol}://localhost:${(server.address() as AddressInfo).port}/hook`
  const sent = post({ url, headers: {}, body: '{}', toPrivate: true, timeoutMs: 5000, most: 100 })
  return failureText(asError(await sent.then(() => 'It has arrived', asError)))
}

test('a receiver without TLS, with a certificate of its own, and one that speaks no HTTP', async () => {
  expect(await wordsOf('https', createHttp())).toContain('без TLS')
  const own = createHttps({ key: tlsKey, cert: tlsCertificate })
  expect(await wordsOf('https', own)).toBe('Сертификату сервера нельзя доверять')
  const other = createServer((socket) => void socket.on('error', () => {}).end('SSH-2.0-OpenSSH\r\n'))
  expect(await wordsOf('http', other)).toBe('По этому адресу отвечает не сервер HTTP')
})

test.each([
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'Сертификату сервера нельзя доверять'],
  ['CERT_NOT_YET_VALID', 'Сертификат сервера ещё не действует: сверьте часы'],
  ['ETIMEDOUT', 'Соединение не принято: адрес не отвечает'],
  ['EHOSTUNREACH', 'До адреса нет пути по сети'],
])('%s is said in words', (code, sentence) => expect(failureText({ code })).toBe(sentence))
