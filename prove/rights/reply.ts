import { inflateRawSync } from 'node:zlib'
import type { AnyEndpoint } from '@vypusk/contract'
import type { TestApp } from '../../packages/server/src/testing/app.ts'
import type { Caller } from '../world/people.ts'

/** The answer to one call, with all readable text in it. */
export interface Reply {
  status: number
  text: string
}

export interface Sent {
  path: string
  query?: string
  body?: unknown
  headers?: Record<string, string>
}

const END_OF_ZIP = 0x06054b50

/** Returns the texts of all parts of a workbook or document: both are archives of XML. */
function unpacked(archive: Buffer): string {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end < 0 || archive.readUInt32LE(end) !== END_OF_ZIP) return archive.toString()
  let at = archive.readUInt32LE(end + 16)
  const parts: string[] = []
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, size] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)]
    const head = archive.readUInt32LE(at + 42)
    const data = head + 30 + archive.readUInt16LE(head + 26) + archive.readUInt16LE(head + 28)
    const bytes = archive.subarray(data, data + size)
    parts.push((method === 8 ? inflateRawSync(bytes) : bytes).toString())
    at += 46 + archive.readUInt16LE(at + 28) + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return parts.join('\n')
}

/**
 * Returns the headers as text, because they can contain file names; without lengths and call ids, which are unrelated
 * numbers.
 */
const headersText = ({ 'content-length': _length, 'x-request-id': _id, ...headers }: Record<string, unknown>) =>
  decodeURIComponent(JSON.stringify(headers).replaceAll(/%(?![\dA-F]{2})/gi, '%25'))

export async function send({ app }: TestApp, caller: Caller, endpoint: AnyEndpoint, sent: Sent): Promise<Reply> {
  const reply = await app.inject({
    method: endpoint.method,
    url: `/api${sent.path}${sent.query ?? ''}`,
    headers: { ...(caller.token ? { authorization: `Bearer ${caller.token}` } : {}), ...sent.headers },
    ...(sent.body === undefined ? {} : { payload: sent.body as object }),
  })
  const isArchive = reply.rawPayload.subarray(0, 2).toString() === 'PK'
  const body = isArchive ? unpacked(reply.rawPayload) : reply.body
  return { status: reply.statusCode, text: `${headersText(reply.headers)}\n${body}` }
}
