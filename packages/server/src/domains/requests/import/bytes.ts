import { createReadStream } from 'node:fs'

/** Is told how many bytes of a file have been read. */
export type OnRead = (bytes: number) => void

/** A file from its beginning, which tells how far it is. */
export async function* bytesOf(path: string, onRead: OnRead): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of createReadStream(path)) {
    bytes += chunk.length
    onRead(bytes)
    yield chunk
  }
}
