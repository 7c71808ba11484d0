import type { Actor } from '../../../platform/call.ts'
import { cleanHtml } from '../../../platform/html.ts'
import { html as markup, lines } from '../../../platform/markup.ts'
import { refuseField } from '../../../platform/refusal.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { lockUploads } from '../../files/port.ts'
import { reasons } from '../policy.ts'
import { inWords } from '../rules.ts'

/** What somebody says, as they send it. */
export interface Words {
  html: string
  files: number[]
  /** Files that are the speaker's although they have no account: they came by the same letter's link. */
  linked?: number[]
}

/** The same as it is kept. */
export interface CleanWords {
  html: string
  text: string
  files: number[]
}

/** Plain words as rich text: what is sent to fields that know no marks reads the same in a thread. */
export const richOf = (text: string): string => markup`<p>${lines(text)}</p>`.text

/** Who speaks, as rows keep it. */
export const speakerOf = ({ id, email }: Actor['person']) =>
  id > 0 ? { author_id: id, address: null } : { author_id: null, address: email ?? '' }

/**
 * @param known files that stand there already
 * @throws 422 for nothing said, and for files that are not the speaker's
 */
export async function cleanWords(
  tx: Transaction,
  { person }: Actor,
  { html: unclean, files, linked = [] }: Words,
  known: number[] = [],
): Promise<CleanWords> {
  const html = cleanHtml(unclean)
  const wanted = [...new Set(files)]
  const found = await lockUploads(tx, wanted)
  const isTheirs = (file: (typeof found)[number]) =>
    known.includes(file.id) || linked.includes(file.id) || (person.id > 0 && file.uploaded_by === person.id)
  if (found.length < wanted.length || !found.every(isTheirs)) throw refuseField('files', reasons.noFile[1])
  const text = inWords(html, found)
  if (text === '') throw refuseField('html', reasons.noWords[1])
  return { html, text, files: wanted }
}

/** Words that came without marks; they are kept exactly as they are. */
export const plainWords = (text: string): CleanWords => ({ html: richOf(text), text, files: [] })
