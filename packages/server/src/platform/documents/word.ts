import { Readable } from 'node:stream'
import { attachment, StreamReply } from '../reply.ts'
import type { WordText } from './word/render.ts'
import { MEDIA } from './media.ts'
import { runApart } from '../runtime/workers.ts'

/** The module run in another thread, because a long description takes seconds. */
const APART = new URL('./word/apart.ts', import.meta.url)
const MOST_MS = 60_000

/** The bytes of a Word document. It is made in another thread, where the library is loaded at its first use. */
export async function wordBytes({ kind, title, body }: WordText): Promise<Buffer> {
  const made = await runApart<Uint8Array>(APART, { kind, title, html: body.text }, MOST_MS)
  return Buffer.from(made.buffer, made.byteOffset, made.byteLength)
}

/** A reply with a Word document. */
export async function wordReply(fileName: string, text: WordText): Promise<StreamReply> {
  const bytes = await wordBytes(text)
  return new StreamReply(Readable.from([bytes], { objectMode: false }), {
    'Content-Type': MEDIA.word,
    'Content-Disposition': attachment(fileName),
    'Content-Length': String(bytes.length),
  })
}
