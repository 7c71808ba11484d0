import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { LINK, MAX_CLOSING, newest, thread } from './threads.ts'
import { eachOnce } from '../each-once.ts'
import { byId, fileInfo, freeText, idText, message } from '../values.ts'
import { orElse } from '../optional.ts'

/**
 * Remarks by the link in a letter: its holder reads what the company may read about one agreement and can write more,
 * until the link expires or its addressee is removed. The link decides only once; writing remarks does not use it up.
 */

/** The link's secret. A shortened one is accepted here, so that an incompletely copied link gets its own message. */
const secret = z.string().min(1).max(200)
const link = z.object({ token: secret })
const ofThread = z.object({ token: secret, id: idText })

/** Length limit of rich text, in characters: callers who are not signed in send short texts, and pictures as files. */
export const MOST_LETTERS = 6000
export const TOO_LONG =
  'Слишком длинно для ответа по ссылке письма. Картинки приложите файлами, остальное напишите отдельно'
const html = z.string().max(MOST_LETTERS, TOO_LONG)
const attached = orElse(eachOnce(byId).max(LINK.files), [])

export const linked = z.object({
  threads: z.array(thread),
  /** `true`, or why nothing more can be written by this link today. */
  can_write: z.union([z.literal(true), z.string()]),
})
export type Linked = z.output<typeof linked>

const saved = linked.extend({ message })

export const read = endpoint({
  method: 'GET',
  path: '/approve/:token/threads',
  access: 'public',
  summary:
    "The remarks of the link's agreement without staff's internal entries, also after the link was used. With `last` only so many newest entries of each; `earlier` says how many are left out. 404 and 410 as for reading the link.",
  params: link,
  query: newest,
  reply: linked,
})

export const raise = endpoint({
  method: 'POST',
  path: '/approve/:token/threads',
  access: 'public',
  summary:
    'Raises a remark by a link: at most twenty entries per addressee a day, verdicts included, 429 for more. Its files are those uploaded by the same addressee. 404 and 410 as for reading the link. `last` as for reading them.',
  params: link,
  query: newest,
  body: z.object({ html, files: attached, blocks: orElse(z.boolean(), true) }),
  reply: saved,
  creates: true,
})

export const answer = endpoint({
  method: 'POST',
  path: '/approve/:token/threads/:id/entries',
  access: 'public',
  summary:
    'Answers in one of these remarks. 404 for a thread of another agreement, 410 as for reading the link, 422 in a closed one, 429 as for raising one. `last` as for reading them.',
  params: ofThread,
  query: newest,
  body: z.object({ html, files: attached }),
  reply: saved,
  creates: true,
})

export const turn = endpoint({
  method: 'POST',
  path: '/approve/:token/threads/:id/state',
  access: 'public',
  summary:
    'Closes a remark that the company has raised, or opens it again. 403 for one that staff have raised, 410 as for reading the link. `last` as for reading them.',
  params: ofThread,
  query: newest,
  body: z.object({ state: z.enum(['open', 'closed']), reason: orElse(freeText(MAX_CLOSING), '') }),
  reply: saved,
})

export const upload = endpoint({
  method: 'POST',
  path: '/approve/:token/files',
  access: 'public',
  summary:
    'Uploads one file (multipart) for the next entry: up to 20 MB, five per addressee a day. 404 and 410 as for reading the link, 413 for a larger one, 429 for more.',
  params: link,
  reply: z.object({ message, file: fileInfo }),
  multipart: true,
})

export const getFile = endpoint({
  method: 'GET',
  path: '/approve/:token/files/:id',
  access: 'public',
  summary: 'The bytes of a file of one of these remarks. 404 for any other file, 410 as for reading the link.',
  params: ofThread,
  stream: 'bytes',
})
