import { createReadStream } from 'node:fs'

/** Called with the number of bytes of a file that were read. */
export type OnRead = (bytes: number) => void

/** The bytes of a file from its beginning; reports how far it is read. */
export async function* bytesOf(path: string, onRead: OnRead): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of createReadStream(path)) {
    bytes += chunk.length
    onRead(bytes)
    yield chunk
  }
}
