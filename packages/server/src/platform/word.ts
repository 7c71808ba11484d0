import { Readable } from 'node:stream'
import { attachment, StreamReply } from './reply.ts'
import type { WordText } from './word/render.ts'

const CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** A reply that is a Word document. The library comes at its first use: no start needs it. */
export async function wordReply(fileName: string, text: WordText): Promise<StreamReply> {
  const { renderWord } = await import('./word/render.ts')
  const bytes = await renderWord(text)
  return new StreamReply(Readable.from([bytes], { objectMode: false }), {
    'Content-Type': CONTENT_TYPE,
    'Content-Disposition': attachment(fileName),
    'Content-Length': String(bytes.length),
  })
}
