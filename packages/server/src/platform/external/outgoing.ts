import { lookup } from 'node:dns'
import http, { type IncomingHttpHeaders, type RequestOptions } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { tracedStep } from '../tracing.ts'

/** An address entered by a person must not lead into the server's own network (docs/decisions/0029). */
export class PrivateAddress extends Error {
  override name = 'PrivateAddress'
}

/** The answer has more bytes than allowed. */
export class TooLong extends Error {
  override name = 'TooLong'
}

const isPublic = (address: string) => ipaddr.process(address).range() === 'unicast'

/**
 * Resolves a name and checks all of its addresses in the same step as connecting, so that they cannot change in
 * between.
 */
const publicOnly: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '')
    const [first] = found
    if (!first || !found.every(({ address }) => isPublic(address))) return done(new PrivateAddress(hostname), '')
    return options.all ? done(null, found) : done(null, first.address, first.family)
  })
}

interface Outgoing {
  url: string
  headers: Record<string, string>
  /** Whether private networks and this machine are allowed. */
  toPrivate: boolean
  timeoutMs: number
  /** Limit for the answer: characters to read of a POST's answer, or bytes that a GET's answer may have. */
  most: number
}

/**
 * The beginning of an answer, as far as it comes in time. The other side has answered by its status: what is missing
 * here is missing for people only, and no reason to send everything again.
 */
async function beginningOf(stream: http.IncomingMessage, most: number): Promise<string> {
  let text = ''
  stream.setEncoding('utf8')
  try {
    for await (const part of stream) {
      text += part
      if (text.length >= most) break
    }
  } catch {
    stream.destroy()
  }
  return text.slice(0, most)
}

async function wholeOf(stream: http.IncomingMessage, most: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of stream as AsyncIterable<Buffer>) {
    length += part.length
    if (length > most) throw new TooLong(`more than ${most} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function send(name: string, { url, headers, toPrivate, timeoutMs }: Omit<Outgoing, 'most'>, body?: string) {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  if (!toPrivate && isIP(host) && !isPublic(host)) throw new PrivateAddress(host)
  const options: RequestOptions = {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
    agent: false,
    signal: AbortSignal.timeout(timeoutMs),
    ...(toPrivate ? {} : { lookup: publicOnly }),
  }
  const { request } = url.startsWith('https:') ? https : http
  const sent = () =>
    new Promise<http.IncomingMessage>((resolve, reject) => {
      request(url, options, resolve).on('error', reject).end(body)
    })
  return tracedStep(() => ({ name, kind: 'client', attributes: { 'server.address': host } }), sent)
}

interface Posted {
  status: number
  answer: string
  /** The header Retry-After as it came. */
  retryAfter: string | null
}

/**
 * Sends a POST request. Redirects count as ordinary answers and are not followed.
 * @throws PrivateAddress, an AbortError-like error on timeout, or a network error, if no status has come
 */
export async function post(outgoing: Outgoing & { body: string }): Promise<Posted> {
  const reply = await send('webhook', outgoing, outgoing.body)
  const answer = await beginningOf(reply, outgoing.most)
  return { status: reply.statusCode ?? 0, answer, retryAfter: reply.headers['retry-after'] ?? null }
}

interface Fetched {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/**
 * Requests an address and returns its bytes as a stream. Redirects are not followed; the time limit covers the whole
 * transfer.
 * @throws as for `post`; reading the bytes may throw the same errors
 */
export async function fetchFlow(
  outgoing: Omit<Outgoing, 'most'>,
): Promise<{ status: number; headers: IncomingHttpHeaders; bytes: http.IncomingMessage }> {
  const bytes = await send('tracker', outgoing)
  return { status: bytes.statusCode ?? 0, headers: bytes.headers, bytes }
}

/**
 * Reads an address completely; redirects are not followed.
 * @throws TooLong, and the errors of `post`
 */
export async function fetchWhole(outgoing: Outgoing): Promise<Fetched> {
  const reply = await send('tracker', outgoing)
  const body = await wholeOf(reply, outgoing.most)
  return { status: reply.statusCode ?? 0, headers: reply.headers, body }
}
