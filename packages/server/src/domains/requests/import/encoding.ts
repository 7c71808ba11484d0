import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'

export type Encoding = 'UTF-8' | 'UTF-16' | 'Windows-1251'

interface Text {
  encoding: Encoding
  /** The file's text, chunk by chunk, without its byte order mark. */
  chunks: () => AsyncGenerator<string>
}

/**
 * Text of a file that does not say its encoding: UTF-16 by its mark, UTF-8 when every byte fits it,
 * Windows-1251 otherwise (Russian text in it is never valid UTF-8 by chance).
 * @param head the file's first bytes
 */
export async function readText(path: string, [first, second]: Uint8Array): Promise<Text> {
  const as = (encoding: Encoding, label: string) => ({ encoding, chunks: () => decoded(path, label) })
  if (first === 0xff && second === 0xfe) return as('UTF-16', 'utf-16le')
  if (first === 0xfe && second === 0xff) return as('UTF-16', 'utf-16be')
  return (await isUtf8(path)) ? as('UTF-8', 'utf-8') : as('Windows-1251', 'windows-1251')
}

async function* decoded(path: string, label: string, fatal = false) {
  const decoder = new TextDecoder(label, { fatal })
  for await (const chunk of createReadStream(path)) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

async function isUtf8(path: string): Promise<boolean> {
  try {
    await finished(Readable.from(decoded(path, 'utf-8', true)).resume())
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}
