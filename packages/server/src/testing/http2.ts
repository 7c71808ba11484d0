import { once } from 'node:events'
import { connect, type ClientHttp2Session, type ClientHttp2Stream, type IncomingHttpHeaders } from 'node:http2'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { gunzipSync } from 'node:zlib'

/** A browser's HTTP/2 connection to a proxy, from an address of this machine that the test chooses. */

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

export async function openLine(port: number, ca: string, localAddress: string): Promise<ClientHttp2Session> {
  const line = connect(`https://localhost:${port}`, { ca, localAddress, family: 4 } as object)
  await once(line, 'connect')
  return line
}

export interface Http2Input {
  method?: string
  headers?: Record<string, string>
  body?: Iterable<Buffer> | string
}

const begin = (line: ClientHttp2Session, path: string, { method, headers, body }: Http2Input): ClientHttp2Stream =>
  line.request(
    { ':path': path, ':method': method ?? (body === undefined ? 'GET' : 'POST'), ...headers },
    { endStream: body === undefined },
  )

export async function ask(line: ClientHttp2Session, path: string, input: Http2Input = {}): Promise<Answer> {
  const stream = begin(line, path, input)
  const replied = once(stream, 'response')
  // A refused body ends before all of it is sent.
  const sent = pipeline(
    Readable.from(typeof input.body === 'string' ? [input.body] : (input.body ?? [])),
    stream,
  ).catch(() => {})
  const [headers] = (await replied) as [IncomingHttpHeaders]
  const bytes = await buffer(stream)
  await sent
  // The answer to HEAD names an encoding but has no content.
  const isPacked = headers['content-encoding'] === 'gzip' && bytes.length > 0
  const plain = isPacked ? gunzipSync(bytes) : bytes
  return { status: Number(headers[':status']), headers, text: plain.toString('utf8') }
}
