import type { Readable } from 'node:stream'

/** A reply of bytes with headers instead of JSON. The stream is destroyed when the caller disconnects. */
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

/** Encodes the characters that RFC 5987 requires to be encoded and that encodeURIComponent leaves. */
const inHex = (character: string) => `%${character.charCodeAt(0).toString(16)}`

/** A Content-Disposition header that makes browsers save a file under a name that may be Russian. */
export const attachment = (name: string) =>
  `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, inHex)}`
