import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { bytesOf, type OnRead } from './bytes.ts'
import { likeliestOf, type Cyrillic } from './letters.ts'

export type Encoding = 'UTF-8' | 'UTF-16' | Cyrillic

interface Text {
  encoding: Encoding
  /** The file's text in chunks, without its byte order mark. */
  chunks: () => AsyncGenerator<string>
}

const LABELS: Record<Cyrillic, string> = { 'Windows-1251': 'windows-1251', CP866: 'ibm866', 'KOI8-R': 'koi8-r' }

/**
 * Reads a file without a declared encoding: UTF-16 by its mark or by the positions of its zero bytes, UTF-8 if every
 * byte is valid (Russian text in another encoding never is by chance), otherwise the encoding in which it looks most
 * like Russian.
 * @param head the file's first bytes
 */
export async function readText(path: string, head: Uint8Array, onRead: OnRead): Promise<Text> {
  const as = (encoding: Encoding, label: string) => ({
    encoding,
    chunks: () => decoded(bytesOf(path, onRead), label),
  })
  const wide = wideOf(head)
  if (wide) return as('UTF-16', wide)
  if (await isUtf8(path)) return as('UTF-8', 'utf-8')
  const likeliest = likeliestOf((encoding) => new TextDecoder(LABELS[encoding]).decode(head))
  return as(likeliest, LABELS[likeliest])
}

/** Number of bytes that are examined. */
const EXAMINED = 4096
/** In UTF-16 without a mark, one byte of every pair is zero at least this often… */
const FEWEST_ZEROS = 0.1
/** …and the other at most this often. */
const MOST_ZEROS = 0.01

function wideOf(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = head
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const some = head.subarray(0, EXAMINED)
  const zeros = [0, 1].map((from) => {
    const bytes = some.filter((_, place) => place % 2 === from)
    return bytes.filter((byte) => byte === 0).length / Math.max(1, bytes.length)
  })
  const [even = 0, odd = 0] = zeros
  if (odd >= FEWEST_ZEROS && even <= MOST_ZEROS) return 'utf-16le'
  return even >= FEWEST_ZEROS && odd <= MOST_ZEROS ? 'utf-16be' : undefined
}

async function* decoded(bytes: AsyncIterable<Buffer>, label: string, fatal = false) {
  const decoder = new TextDecoder(label, { fatal })
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

async function isUtf8(path: string): Promise<boolean> {
  try {
    await finished(Readable.from(decoded(createReadStream(path), 'utf-8', true)).resume())
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}
