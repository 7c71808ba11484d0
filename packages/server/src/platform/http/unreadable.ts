import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { refusals } from '@vypusk/contract'
import type { RefusalSpec } from '../refusal.ts'

/**
 * The most bytes of the address and headers of one call: lists in an address may have as many ids as the contract takes
 * (MOST_IDS), each with an encoded comma.
 */
export const MOST_HEADER_BYTES = 160 * 1024

/** How long a sender may go on, to be able to read the answer: a connection closed at once would be reset. */
const LINGER_MS = 2000

const refusalOf = (code: string | undefined): RefusalSpec => {
  if (code === 'HPE_HEADER_OVERFLOW') return refusals.long_address
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? refusals.came_slowly : refusals.bad_http
}

/**
 * Answers what Node.js cannot read as a call, in the form of every other refusal. It has no route and no reply, only
 * the connection, which is closed afterwards because nobody knows where a next call would begin.
 */
export function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  // What is sent after the answer is unreadable too.
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const [status, message] = refusalOf(error.code)
  const body = JSON.stringify({ message })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('end', () => socket.destroy())
  socket.once('close', () => clearTimeout(timer))
  socket.resume()
}
