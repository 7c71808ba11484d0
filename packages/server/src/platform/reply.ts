import type { Readable } from 'node:stream'

/** A reply that is not JSON: bytes with headers. The stream is destroyed when the caller leaves. */
export class StreamReply {
  readonly stream: Readable
  readonly headers: Record<string, string>
  readonly status: number

  constructor(stream: Readable, headers: Record<string, string>, status = 200) {
    this.stream = stream
    this.headers = headers
    this.status = status
  }
}

/** The characters RFC 5987 wants encoded and encodeURIComponent leaves as they are. */
const inHex = (character: string) => `%${character.charCodeAt(0).toString(16)}`

/** A header that makes the browser save under a Russian name. */
export const attachment = (name: string) =>
  `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, inHex)}`
