import { Readable } from 'node:stream'
import { attachment, StreamReply } from './reply.ts'
import type { WordText } from './word/render.ts'
import { runApart } from './workers.ts'

const CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** The thread that makes documents: a long description takes seconds of it. */
const APART = new URL('./word/apart.ts', import.meta.url)
const MOST_MS = 60_000

/** A reply that is a Word document, made in another thread, where the library comes at its first use. */
export async function wordReply(fileName: string, text: WordText): Promise<StreamReply> {
  const { kind, title, body } = text
  const made = await runApart<Uint8Array>(APART, { kind, title, html: body.text }, MOST_MS)
  const bytes = Buffer.from(made.buffer, made.byteOffset, made.byteLength)
  return new StreamReply(Readable.from([bytes], { objectMode: false }), {
    'Content-Type': CONTENT_TYPE,
    'Content-Disposition': attachment(fileName),
    'Content-Length': String(bytes.length),
  })
}
