import * as z from 'zod'
import { wholeText } from '../numbers.ts'
import { endpoint, LISTS_BODY, TEXTS_BODY } from '../endpoint.ts'
import { MAX_HTML } from '../html.ts'
import { optional, orElse } from '../optional.ts'
import { ordering, pageOf, paging, someOf } from '../paging.ts'
import { eachOnce } from '../each-once.ts'
import { subject, thread } from './thread-shapes.ts'
import { byId, company, day, freeText, id, idText, message, outcome, ref, searchText, version } from '../values.ts'

/**
 * Matters that people settle about an agreement or a request, each with an owner. A remark is a thread that needs an
 * answer and is closed by the side that raised it; a blocking one holds up the publication.
 */

export * from './thread-shapes.ts'

export const MAX_CLOSING = 1000
export const MAX_FILES = 10
/** Limits of an answer by a letter's link. */
export const LINK = { entriesADay: 20, files: 5, fileBytes: 20 * 1024 * 1024 } as const
/** The most entries of a thread that can be asked for by their number; without it all are given. */
export const MOST_LAST = 10_000

export const html = z.string().max(MAX_HTML)
export const attached = orElse(eachOnce(byId).max(MAX_FILES), [])
const about = z.object({ entity: subject, id: idText })
/** Remarks are only about agreements; requests have a conversation instead. */
const remarked = z.object({ entity: z.literal('agreement'), id: idText })
export const one = z.object({ id: idText })
/** Of each thread in the reply only so many newest entries; all when left out. */
export const newest = z.object({ last: wholeText(z.int().min(1).max(MOST_LAST)).optional() })
export const saved = z.object({ message, thread, mail: outcome })

export const MAX_MENTIONS = 50
/** People mentioned by @. Each must be one of `people`; in an internal entry, one of the staff. */
export const mentions = orElse(eachOnce(byId).max(MAX_MENTIONS), [])

export const of = endpoint({
  method: 'GET',
  path: '/threads/of/:entity/:id',
  access: 'any',
  tool: { name: 'remarks', title: 'Замечания и переписка' },
  summary:
    'The threads of an agreement or a request, oldest first, with what the caller may do about each. A client gets no internal entries of staff. With `last` only so many newest entries of each thread; `earlier` says how many are left out. 404 for what the caller may not know of.',
  params: about,
  query: newest,
  reply: z.object({ threads: z.array(thread) }),
})

export const raise = endpoint({
  method: 'POST',
  path: '/threads/of/:entity/:id',
  access: 'any',
  tool: { name: 'raise_remark', title: 'Написать замечание' },
  summary:
    "Raises a remark: rich text with pictures, and the caller's own uploaded files. A blocking remark holds the publication up until it is closed. Its owner is the author of the agreement, and it is due on the third working day from now, unless staff say otherwise.",
  params: remarked,
  body: z.object({
    html,
    files: attached,
    blocks: orElse(z.boolean(), true),
    owner: byId.optional(),
    due: day.optional(),
  }),
  reply: saved,
  bodyLimit: TEXTS_BODY,
  creates: true,
})

export const answer = endpoint({
  method: 'POST',
  path: '/threads/:id/entries',
  access: 'any',
  tool: { name: 'answer_remark', title: 'Ответить в замечании' },
  summary:
    "Answers in a thread. The other side's answer makes it `answered`, one of the side that raised it `open` again. An internal entry is for staff only: clients do not learn of it in any way. 403 for an internal one of a client, 422 in a closed thread. With `last` the reply has only so many newest entries of the thread.",
  params: one,
  query: newest,
  body: z.object({ html, files: attached, internal: orElse(z.boolean(), false) }),
  reply: saved,
  bodyLimit: TEXTS_BODY,
  creates: true,
})

const ofEntry = z.object({ id: idText, entry_id: idText })

export const rewrite = endpoint({
  method: 'POST',
  path: '/threads/:id/entries/:entry_id',
  access: 'any',
  summary:
    "Edits the caller's own entry; the previous text is kept in the history. 403 for another person's, 409 with `current`, the thread, when the entry has another version by now. `last` as for answering.",
  params: ofEntry,
  query: newest,
  body: z.object({ html, files: attached, mentions, version }),
  reply: saved,
  bodyLimit: TEXTS_BODY,
})

export const withdraw = endpoint({
  method: 'DELETE',
  path: '/threads/:id/entries/:entry_id',
  access: 'any',
  summary:
    "Withdraws the caller's own entry, which stays as withdrawn. Withdrawing the first one closes the thread. 422 when it is withdrawn already. `last` as for answering.",
  params: ofEntry,
  query: newest,
  reply: saved,
})

export const save = endpoint({
  method: 'POST',
  path: '/threads/:id',
  access: 'any',
  summary:
    'Changes the properties of a thread: staff set its owner and day, the side that raised it sets whether it blocks. 409 with `current` for a stale version. `last` as for answering.',
  params: one,
  query: newest,
  body: z.object({
    owner: byId.optional(),
    due: day.nullable().optional(),
    blocks: z.boolean().optional(),
    version,
  }),
  reply: saved,
})

export const turn = endpoint({
  method: 'POST',
  path: '/threads/:id/state',
  access: 'any',
  tool: { name: 'close_or_open_remark', title: 'Закрыть или открыть замечание' },
  summary:
    'Closes a thread or opens it again. The side that raised it closes it; staff may close a client’s with a reason, which is sent to its author. Closing a conversation means that no answer is needed; people can go on writing in it. 409 with `current` for a stale version. `last` as for answering.',
  params: one,
  query: newest,
  body: z.object({
    state: z.enum(['open', 'closed']),
    reason: orElse(freeText(MAX_CLOSING), ''),
    version,
  }),
  reply: saved,
})

export const threadRow = thread
  .pick({
    id: true,
    entity: true,
    entity_id: true,
    side: true,
    user: true,
    owner: true,
    due: true,
    blocks: true,
    state: true,
    created_at: true,
    updated_at: true,
  })
  .extend({
    /** Title of the thing it is about. */
    title: z.string(),
    release_id: id.nullable(),
    company: company,
    /** Plain text of the first entry; empty when its author has withdrawn it. */
    text: z.string(),
    /** It has not been answered by its day. */
    is_late: z.boolean(),
    entries_count: z.int(),
  })
export type ThreadRow = z.output<typeof threadRow>

export const threadOrder = ['id', 'due', 'state', 'title', 'company', 'owner', 'created_at', 'updated_at'] as const

/** Which threads a list contains. */
export const shown = z.enum(['unclosed', 'open', 'answered', 'closed', 'all'])
export type Shown = z.output<typeof shown>
export const threadQuery = z.object({
  ...paging,
  ...ordering(...threadOrder),
  isExcel: orElse(z.boolean(), false),
  shown: orElse(shown, 'unclosed'),
  /** Only those that the caller is the owner of. */
  mine: orElse(z.boolean(), false),
  /** Only those that were not answered by their day. */
  late: orElse(z.boolean(), false),
  /** Only those that hold up a publication. */
  blocking: orElse(z.boolean(), false),
  release_ids: someOf(id),
  client_ids: someOf(id),
  owner_ids: someOf(id),
  search_string: optional(searchText(200)),
})
export type ThreadQuery = z.output<typeof threadQuery>

/** Counts over the threads that are not closed and match the filters by release, company, owner and text. */
const counts = z.object({ unclosed: z.int(), mine: z.int(), late: z.int(), blocking: z.int() })
export type Counts = z.output<typeof counts>

export const list = endpoint({
  method: 'POST',
  path: '/threads/list',
  access: 'staff',
  replica: true,
  tool: { name: 'all_remarks', title: 'Все замечания' },
  reads: true,
  summary:
    'Remarks of all agreements, by due day unless ordered otherwise. search_string matches the first entry of a remark, the release, the company or the exact id. With `isExcel` a workbook remarks.xlsx of all of them.',
  bodyLimit: LISTS_BODY,
  body: threadQuery,
  reply: pageOf(threadRow).extend({ counts }),
  stream: 'excel',
})

export const getFilters = endpoint({
  method: 'GET',
  path: '/threads/filters',
  access: 'staff',
  summary: 'Options for filtering the list of remarks: the releases, companies and owners of existing ones.',
  reply: z.object({ releases: z.array(ref), companies: z.array(company), owners: z.array(ref) }),
})
