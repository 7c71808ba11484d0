import mammoth from 'mammoth'
import type { Answer } from './app.ts'

/** A Word document as read by another program, as HTML. */
export async function readWord(buffer: Buffer): Promise<string> {
  const styleMap = ["p[style-name='Kind'] => p.kind", "p[style-name='Title'] => p.title"]
  const { value, messages } = await mammoth.convertToHtml({ buffer }, { styleMap })
  const faults = messages.filter(({ type }) => type === 'error')
  if (faults.length > 0) throw new Error(JSON.stringify(faults))
  return value
}

/** The same for a reply. */
export const wordOf = ({ raw }: Pick<Answer<unknown>, 'raw'>): Promise<string> => readWord(raw)
