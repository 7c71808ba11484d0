import * as z from 'zod'
import { endpoint, LISTS_BODY, TEXTS_BODY } from '../endpoint.ts'
import {
  comment,
  entry,
  entryChange,
  entryDetail,
  entryFields,
  entryPage,
  entryQuery,
  side,
} from './registry-shapes.ts'
import { eachOnce } from '../each-once.ts'
import { change, company, done, id, idText, message, moment, MOST_COMPANIES, ref, requiredText } from '../values.ts'
import { orElse } from '../optional.ts'
export * from './registry-columns.ts'
export * from './registry-shapes.ts'

/**
 * Requests registry (api.md, "Registry"). Every call is refused with 403 to people whom no administrator has given
 * access. Clients see only entries of their own company; others are 404.
 */

const access = 'any'
const one = z.object({ id: idText })
/** The most entries that can be pasted at once. */
export const MAX_AT_ONCE = 500

export const checkEntryAccess = endpoint({
  method: 'GET',
  path: '/requests-registry/check-entry-access',
  access,
  summary: 'Whether the caller may enter the registry: 403 when not.',
  reply: z.object({ access: z.literal(true) }),
})

export const checkCreateAccess = endpoint({
  method: 'GET',
  path: '/requests-registry/check-create-access',
  access,
  summary: 'Whether the caller may create entries: 403 when not.',
  reply: z.object({ access: z.literal(true) }),
})

export const visit = endpoint({
  method: 'POST',
  path: '/requests-registry/visit',
  access,
  summary:
    'Records that the caller has the registry open; half an hour without this call ends a visit. `since` is when the previous visit ended, null on the first one.',
  reply: z.object({ message, since: moment.nullable() }),
})

export const steps = endpoint({
  method: 'GET',
  path: '/requests-registry/info/get-registry-steps-list',
  access,
  summary: 'The steps of the registry in order.',
  reply: z.object({ steps: z.array(ref) }),
})

/** A person of a client, with the company they represent. */
const responsiblesReply = z.object({ responsibles: z.array(ref.extend({ idcomp: id })) })

export const responsibles = endpoint({
  method: 'GET',
  path: '/requests-registry/info/get-responsibles',
  access,
  summary: 'People who may be responsible for an entry: of every company, for a client of their own.',
  reply: responsiblesReply,
})

export const companyResponsibles = endpoint({
  method: 'GET',
  path: '/requests-registry/info/get-responsibles/:id',
  access,
  summary: 'People of company id. 404 for no such company, and for a client asking for another one.',
  params: one,
  reply: responsiblesReply,
})

export const bosses = endpoint({
  method: 'GET',
  path: '/requests-registry/info/get-bosses',
  access,
  summary: "The provider's people who are not blocked, by name.",
  reply: z.object({ bosses: z.array(ref) }),
})

const companyIds = z.object({ company_ids: eachOnce(id).max(MOST_COMPANIES) })

export const selfFilters = endpoint({
  method: 'GET',
  path: '/requests-registry/info/get-self-filters-settings',
  access,
  summary: 'The companies the caller has chosen to see; none means all.',
  reply: companyIds,
})

export const updateSelfFilters = endpoint({
  method: 'POST',
  path: '/requests-registry/info/update-self-filters-settings',
  access,
  summary: 'Saves the companies the caller wants to see.',
  body: companyIds,
  reply: done,
})

export const getEntries = endpoint({
  method: 'POST',
  path: '/requests-registry/get-entries',
  access,
  replica: true,
  reads: true,
  tool: { name: 'registry', title: 'Реестр заявок' },
  summary:
    'A page of entries with counts, and for each `standing` what the caller may change. With `isExcel` a workbook registry_<from>_<to>.xlsx of all of it in the columns the caller has.',
  bodyLimit: LISTS_BODY,
  body: entryQuery,
  reply: entryPage,
  stream: 'excel',
})

const filterOptions = z.object({
  companies: z.array(company),
  steps: z.array(ref),
  priorities: z.array(ref),
  bosses: z.array(ref),
  responsibles: z.array(ref),
})

export const getFilters = endpoint({
  method: 'GET',
  path: '/requests-registry/get-filters',
  access,
  replica: true,
  summary: 'Options of the filters: only what some entry the caller sees has.',
  reply: filterOptions,
})

export const postFilters = endpoint({
  method: 'POST',
  path: '/requests-registry/get-filters',
  access,
  replica: true,
  reads: true,
  summary: 'The same by POST, as the brief calls it.',
  reply: filterOptions,
})

export const createEntry = endpoint({
  method: 'POST',
  path: '/requests-registry/create-entry',
  access,
  tool: { name: 'create_registry_entry', title: 'Завести запись реестра' },
  summary:
    "Creates an entry: a client's is of their own company, on its first step and without staff's fields. `title` may be left out when there is a `request`, whose title and company it takes. 403 without the right to create, 422 under the field.",
  body: entryFields,
  reply: z.object({ message, entry: entryDetail }),
  creates: true,
})

export const createEntries = endpoint({
  method: 'POST',
  path: '/requests-registry/create-entries',
  access,
  summary: 'Creates several entries, all or none; a refusal names the place: `entries.3.title`.',
  bodyLimit: TEXTS_BODY,
  body: z.object({ entries: z.array(entryFields).min(1).max(MAX_AT_ONCE) }),
  reply: z.object({ message, entries: z.array(entry) }),
  creates: true,
})

export const updateEntry = endpoint({
  method: 'POST',
  path: '/requests-registry/update-entry',
  access,
  tool: { name: 'edit_registry_entry', title: 'Изменить запись реестра' },
  summary:
    'Changes the given fields. 403 for a client and a field of staff, 422 for a client once the entry has left its first step, 404 for an entry the caller may not know of, 409 with `current` when one of these fields was changed since `version`.',
  body: entryChange,
  reply: z.object({ message, entry: entryDetail }),
})

export const updateEntries = endpoint({
  method: 'POST',
  path: '/requests-registry/update-entries',
  access,
  summary: 'Changes several entries; those that could not be changed are listed with the reason, the rest are saved.',
  bodyLimit: TEXTS_BODY,
  body: z.object({ entries: z.array(entryChange).min(1).max(MAX_AT_ONCE) }),
  reply: z.object({
    message,
    saved: z.array(entry),
    refused: z.array(z.object({ id, reason: z.string(), current: entry.nullable() })),
  }),
})

export const addComment = endpoint({
  method: 'POST',
  path: '/requests-registry/add-comment',
  access,
  tool: { name: 'comment_registry_entry', title: 'Написать к записи реестра' },
  summary:
    "Adds a comment to an entry. The side is the caller's own whatever the body says; people in `mentions` get a letter. 404 for an entry the caller may not know of. Answers with the comments of that side.",
  body: z.object({
    id,
    comment: requiredText(4000, 'Напишите комментарий', 'Не длиннее 4000 символов'),
    side: side.nullish(),
    mentions: orElse(eachOnce(id).max(50), []),
  }),
  reply: z.object({ message, comments: z.array(comment) }),
  creates: true,
})

export const readComments = endpoint({
  method: 'POST',
  path: '/requests-registry/read-comments',
  access,
  summary: 'Marks its comments, up to `until` if given, as read by the caller. 404 for an entry they may not know of.',
  body: z.object({ id, until: id.optional() }),
  reply: done,
})

export const mentionable = endpoint({
  method: 'GET',
  path: '/requests-registry/get-mentionable/:id',
  access,
  summary: 'Who may be mentioned in a comment: people of both sides who may see the entry.',
  params: one,
  reply: z.object({ people: z.array(ref.extend({ side })) }),
})

export const getEntry = endpoint({
  method: 'GET',
  path: '/requests-registry/get-request/:id',
  access,
  tool: { name: 'registry_entry', title: 'Запись реестра' },
  summary: 'One entry with what the caller may change in it.',
  params: one,
  reply: entryDetail,
})

export const changelog = endpoint({
  method: 'GET',
  path: '/requests-registry/get-changelog/:id',
  access,
  summary: "Changes of an entry, newest first; a client does not see those of staff's columns.",
  params: one,
  reply: z.object({ changes: z.array(change) }),
})

const commentsReply = z.object({ comments: z.array(comment) })

export const rivcComments = endpoint({
  method: 'GET',
  path: '/requests-registry/get-rivc-comments/:id',
  access,
  summary: "Comments of the provider's side, oldest first.",
  params: one,
  reply: commentsReply,
})

export const clientComments = endpoint({
  method: 'GET',
  path: '/requests-registry/get-client-comments/:id',
  access,
  summary: "Comments of the client's side, oldest first.",
  params: one,
  reply: commentsReply,
})
