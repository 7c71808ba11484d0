import * as z from 'zod'
import { wholeText } from '../numbers.ts'
import { endpoint, TEXTS_BODY, LISTS_BODY } from '../endpoint.ts'
import { MAX_HTML } from '../html.ts'
import { pageOf } from '../paging.ts'
import { requestText } from './release-description.ts'
import {
  calculation,
  releaseDetail,
  releaseQuery,
  releaseRow,
  releaseSave,
  releaseStep,
  stepId,
  stepStay,
  versioned,
} from './release-shapes.ts'
import {
  change,
  clientReason,
  company,
  day,
  done,
  fileInfo,
  freeText,
  id,
  idText,
  idTextOrNone,
  idsText,
  ref,
  version,
} from '../values.ts'
import { orElse } from '../optional.ts'

export * from './release-description.ts'
export * from './release-files.ts'
export * from './release-requests.ts'
export * from './readiness.ts'
export * from './release-shapes.ts'

const releaseParams = z.object({ id: idText })
/** Staff may view a release as one of its companies, even a hidden one. Ignored for everybody else. */
const viewer = z.object({ as_company: idText.optional() })

export const list = endpoint({
  method: 'POST',
  path: '/releases',
  access: 'any',
  replica: true,
  tool: { name: 'releases', title: 'Релизы' },
  reads: true,
  summary: 'A page of releases; a client gets visible ones that include their own company.',
  bodyLimit: LISTS_BODY,
  body: releaseQuery,
  reply: pageOf(releaseRow),
})

export const summary = endpoint({
  method: 'POST',
  path: '/releases/get-summary',
  access: 'any',
  replica: true,
  reads: true,
  summary:
    'A page of releases with totals of the whole filtered set; with `isExcel` a workbook releases_<from>_<to>.xlsx of all of it.',
  bodyLimit: LISTS_BODY,
  body: releaseQuery,
  stream: 'excel',
  reply: pageOf(releaseRow).extend({
    totals: z.object({
      count: z.int().min(0),
      planned_time: z.int().min(0),
      by_step: z.array(z.object({ id: stepId, name: z.string(), count: z.int().min(0) })),
    }),
  }),
})

export const authors = endpoint({
  method: 'POST',
  path: '/releases/authors',
  access: 'any',
  replica: true,
  reads: true,
  summary:
    'The authors of the releases the caller may see, by name; for staff also the companies in them that are hidden by now and not among those to choose from.',
  body: z.object({}),
  reply: z.object({ authors: z.array(ref), hidden_companies: z.array(company) }),
})

export const get = endpoint({
  method: 'GET',
  path: '/releases/:id',
  access: 'any',
  tool: { name: 'release', title: 'Релиз' },
  summary:
    'One release with everything in it. 403 «Нет доступа к данному релизу» for a client when it is hidden or not theirs; 404. With `as_company` staff get what that company sees.',
  params: releaseParams,
  query: viewer,
  reply: releaseDetail,
})

export const save = endpoint({
  method: 'POST',
  path: '/releases/:id',
  access: 'staff',
  tool: { name: 'save_release', title: 'Завести или изменить релиз' },
  summary:
    'Creates (id 0) or changes a release; 409 `{message, current}` when `version` is stale, 422 with field errors.',
  params: z.object({ id: idTextOrNone }),
  bodyLimit: TEXTS_BODY,
  body: releaseSave,
  reply: done.extend({ release: releaseDetail }),
  creates: true,
})

export const remove = endpoint({
  method: 'DELETE',
  path: '/releases/:id',
  access: 'staff',
  summary:
    'Deletes a release and frees its requests. 422 once published. What companies were asked to approve or have approved is withdrawn, and they are informed with `client_reason`.',
  params: releaseParams,
  query: z.object({ client_reason: clientReason.optional() }),
  reply: done,
})

export const restore = endpoint({
  method: 'POST',
  path: '/releases/:id/restore',
  access: 'staff',
  summary:
    'Restores a deleted release with those of its requests that are still free; for administrators and the person who deleted it, 403 otherwise; 404 when it is not deleted. `requests_lost` are in other releases by now.',
  params: releaseParams,
  reply: done.extend({ release: releaseDetail, requests_lost: z.array(id) }),
})

export const getComment = endpoint({
  method: 'GET',
  path: '/releases/:id/comment',
  access: 'staff',
  summary: "The staff's note on a release.",
  params: releaseParams,
  reply: z.object({ comment: z.string() }),
})
export const saveComment = endpoint({
  method: 'POST',
  path: '/releases/:id/comment',
  access: 'staff',
  summary: "Changes the staff's note on a release; 409 `{message, current}` when `version` is stale.",
  params: releaseParams,
  bodyLimit: LISTS_BODY,
  body: z.object({ comment: z.string().max(100_000), version }),
  reply: versioned,
})
export const getTerms = endpoint({
  method: 'GET',
  path: '/releases/:id/terms',
  access: 'any',
  summary: 'The rules of the release, as HTML.',
  params: releaseParams,
  query: viewer,
  reply: z.object({ terms: z.string() }),
})
export const saveTerms = endpoint({
  method: 'POST',
  path: '/release-terms-save',
  access: 'staff',
  summary: 'Changes the rules; 404, and 409 `{message, current}` when `version` is stale.',
  bodyLimit: TEXTS_BODY,
  body: z.object({ release_id: id, terms: z.string().max(MAX_HTML), version }),
  reply: versioned,
})

export const getDescription = endpoint({
  method: 'GET',
  path: '/releases/:id/description',
  access: 'any',
  tool: { name: 'release_description', title: 'Описание релиза' },
  summary:
    "The release's own text and its requests' texts in order of module; a client gets their own company's requests.",
  params: releaseParams,
  query: viewer,
  reply: z.object({ description: z.string(), requests: z.array(requestText) }),
})
export const saveDescription = endpoint({
  method: 'POST',
  path: '/releases/:id/description',
  access: 'staff',
  tool: { name: 'write_release_description', title: 'Изменить описание релиза' },
  summary: "Changes the release's own text; HTML is cleaned. 409 `{message, current}` when `version` is stale.",
  params: releaseParams,
  bodyLimit: TEXTS_BODY,
  body: z.object({ description: z.string().max(MAX_HTML), version }),
  reply: versioned,
})
export const descriptionDoc = endpoint({
  method: 'GET',
  path: '/releases/:id/description-doc',
  access: 'any',
  summary: "The description as a Word document; a client gets their own company's requests.",
  params: releaseParams,
  query: viewer,
  stream: 'word',
})

export const getFiles = endpoint({
  method: 'GET',
  path: '/releases/:id/files',
  access: 'any',
  summary:
    "Files of the release and of its publications; a client gets those published for their own company. `own_files` are the release's own files that are not published, for staff only.",
  params: releaseParams,
  query: viewer,
  reply: z.object({ files: z.array(fileInfo), own_files: z.array(id) }),
})

export const getHistory = endpoint({
  method: 'GET',
  path: '/releases/:id/history',
  access: 'any',
  summary:
    'The steps with how long the release was on each, and the changes field by field (empty for clients: only staff see them).',
  params: releaseParams,
  query: viewer,
  reply: z.object({ steps_history: z.array(stepStay), changes: z.array(change) }),
})

/** If omitted, the release's own list is used; an empty list means nobody. */
const idsOrOwn = idsText.unwrap().optional()

export const calculationRequests = endpoint({
  method: 'GET',
  path: '/releases/:id/calculation-requests',
  access: 'staff',
  summary:
    'Calculates what the given requests need (product.md, "Calculation"); what is left out is taken from the release. `users` is the number of people working at the same time. Id 0 is a release not created yet.',
  params: z.object({ id: idTextOrNone }),
  query: z.object({
    requests: idsOrOwn,
    start_date: day.optional(),
    planned_time: wholeText(z.int().min(0).max(60_000_000)).optional(),
    users: idsOrOwn,
  }),
  reply: z.object({ calculation }),
})

export const changeStep = endpoint({
  method: 'POST',
  path: '/releases/:id/steps',
  access: 'staff',
  summary: 'Moves the release to a step; 0 returns it to Планирование, an unknown step is 422.',
  params: releaseParams,
  body: z.object({ step_id: stepId, comment: freeText(4000).nullish() }),
  reply: done.extend({ release: releaseDetail }),
})

export const steps = endpoint({
  method: 'GET',
  path: '/get-release-steps',
  access: 'any',
  tool: { name: 'release_steps', title: 'Этапы релизов' },
  summary: 'The stored steps in order; the product puts Планирование (id 0) first.',
  reply: z.object({ steps: z.array(releaseStep) }),
})

export const notPublishing = endpoint({
  method: 'POST',
  path: '/add-company-to-not-publishing-list',
  access: 'staff',
  summary:
    'Puts a company of the release on its not-publishing list, or removes it with `remove: true`; 404. `reason` is for staff only, `client_reason` is sent to a company that was asked for approval.',
  body: z.object({
    release_id: id,
    company_id: id,
    reason: freeText(2000).nullish(),
    client_reason: clientReason.optional(),
    remove: orElse(z.boolean(), false),
  }),
  reply: done.extend({ notPublishingList: z.array(id) }),
})
