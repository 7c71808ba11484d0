import type { Actor } from '../../../platform/call.ts'
import { cleanHtml } from '../../../platform/text/html.ts'
import { html as markup, lines } from '../../../platform/text/markup.ts'
import { refuseField } from '../../../platform/refusal.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { lockUploads } from '../../files/port.ts'
import { reasons } from '../policy.ts'
import { inWords } from '../rules.ts'

/** The text and files of an entry, as they are sent. */
export interface Words {
  html: string
  files: number[]
  /** Files that belong to a speaker without an account: they were uploaded through the link of the same letter. */
  linked?: number[]
}

/** The text and files of an entry, as they are stored. */
export interface CleanWords {
  html: string
  text: string
  files: number[]
}

/** Plain text as rich text, so that a value sent to a plain text field reads the same in a thread. */
export const richOf = (text: string): string => markup`<p>${lines(text)}</p>`.text

/** The columns that store who has written an entry. */
export const speakerOf = ({ id, email }: Actor['person']) =>
  id > 0 ? { author_id: id, address: null } : { author_id: null, address: email ?? '' }

/**
 * Sanitises the rich text of an entry and locks its files.
 * @param known ids of files that are attached to the entry already
 * @throws 422 for an entry without text and files, and for files that are not the speaker's or are attached elsewhere
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
    known.includes(file.id) ||
    linked.includes(file.id) ||
    (person.id > 0 && file.uploaded_by === person.id && file.used_in.length === 0)
  if (found.length < wanted.length || !found.every(isTheirs)) throw refuseField('files', reasons.noFile[1])
  const text = inWords(html, found)
  if (text === '') throw refuseField('html', reasons.noWords[1])
  return { html, text, files: wanted }
}

/** Plain text as it is stored, with its characters unchanged. */
export const plainWords = (text: string): CleanWords => ({ html: richOf(text), text, files: [] })
