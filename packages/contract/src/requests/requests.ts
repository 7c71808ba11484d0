import * as z from 'zod'
import { wholeText } from '../numbers.ts'
import { endpoint, TEXTS_BODY, LISTS_BODY } from '../endpoint.ts'
import { MAX_HTML } from '../html.ts'
import {
  backlog,
  MOST_AT_ONCE,
  priority,
  requestDetail,
  requestFilters,
  requestPage,
  requestQuery,
  requestRow,
  ticketQuery,
  urgency,
} from './request-shapes.ts'
import { eachOnce } from '../each-once.ts'
import {
  byId,
  byIdcomp,
  byIdmod,
  company,
  flagText,
  freeText,
  id,
  idText,
  idTextOrNone,
  line,
  message,
  minutes,
  module,
  ref,
  searchText,
  soughtId,
  version,
  versionNumber,
} from '../values.ts'
import { orElse } from '../optional.ts'

export * from './request-import.ts'
export * from './request-issues.ts'
export * from './request-shapes.ts'
export * from './request-status.ts'
export * from './request-words.ts'

/** Requests and backlog (api.md, "Requests and backlog"). */

export const getRequest = endpoint({
  method: 'GET',
  path: '/requests/:id',
  access: 'any',
  tool: { name: 'request', title: 'Заявка' },
  summary:
    "One request with everything that belongs to it. 404 «Заявка не найдена», also for a client and another company's request; with `for_release`, 422 «Заявка уже добавлена в релиз» when it is in another release.",
  params: z.object({ id: idText }),
  query: z.object({ for_release: idTextOrNone.optional() }),
  reply: requestDetail,
})

/** Longest text of a new request, in characters. */
export const MAX_TEXT = 100_000
const MAX_TITLE = 500
const MAX_FILES = 50

export const createRequest = endpoint({
  method: 'POST',
  path: '/requests',
  access: 'any',
  tool: { name: 'create_request', title: 'Завести заявку' },
  summary:
    "Creates a request: a client's for their own company, a member of staff's on behalf of `company`. 422 under the field when the company does not use the module, the type is unknown, or a file is not the caller's own unused upload.",
  bodyLimit: LISTS_BODY,
  body: z.object({
    /** Used for staff only, who have to give it. */
    company: byIdcomp.nullish(),
    module: byIdmod,
    type: byId,
    urgency: orElse(urgency, 1),
    /** The client's priority. */
    priority: priority.nullish(),
    e_title: line(MAX_TITLE, { empty: 'Заполните поле' }),
    text: orElse(freeText(MAX_TEXT), ''),
    /** Files uploaded by POST files/uploads. */
    files: orElse(eachOnce(byId).max(MAX_FILES), []),
  }),
  reply: z.object({ message, id, request: requestDetail }),
  creates: true,
})

export const saveRequest = endpoint({
  method: 'POST',
  path: '/requests/:id',
  access: 'any',
  tool: { name: 'edit_request', title: 'Изменить заявку' },
  summary:
    "Changes the content of a request while it is new, for its company's people and the member of staff who wrote it. Fields left out stay. 403 for other staff, 422 once work has begun, 409 with `current` when this content was changed since `version`; what staff say of the request is no conflict.",
  params: z.object({ id: idText }),
  bodyLimit: LISTS_BODY,
  body: z.object({
    e_title: line(MAX_TITLE, { empty: 'Заполните поле' }).optional(),
    text: freeText(MAX_TEXT).optional(),
    urgency: urgency.optional(),
    priority: priority.nullable().optional(),
    version,
  }),
  reply: z.object({ message, request: requestDetail }),
})

export const withdrawRequest = endpoint({
  method: 'DELETE',
  path: '/requests/:id',
  access: 'any',
  summary:
    'Withdraws a request while it is new and in no release: it becomes deleted, and an administrator can restore it with everything written in it. 403 and 422 as for a change.',
  params: z.object({ id: idText }),
  reply: z.object({ message }),
})

export const requestForm = endpoint({
  method: 'GET',
  path: '/requests-form',
  access: 'any',
  tool: { name: 'request_form', title: 'Что указать в новой заявке' },
  summary:
    "Options for a new request: every type, the modules of the caller's company or, for staff, of `company`, and for staff the companies to choose from.",
  query: z.object({ company: idText.optional() }),
  reply: z.object({ types: z.array(ref), modules: z.array(module), companies: z.array(company) }),
})

export const saveDescription = endpoint({
  method: 'POST',
  path: '/requests/:id/description',
  access: 'staff',
  summary:
    'Saves the text that represents the request in a release description; HTML is cleaned. 404 «Заявка не найдена», 409 with `current` when the description was changed since `version`.',
  params: z.object({ id: idText }),
  bodyLimit: TEXTS_BODY,
  body: z.object({ description: z.string().max(MAX_HTML), isSolo: z.boolean(), version }),
  reply: z.object({ message, request: requestDetail }),
})

export const requestsList = endpoint({
  method: 'GET',
  path: '/requests-list',
  access: 'any',
  replica: true,
  summary:
    'Requests to choose from: newest first, the one with the exact id before all; `free=1` leaves only those in no release.',
  query: z.object({
    search: searchText(500).default(''),
    limit: wholeText(z.int().min(1).max(100)).default(20),
    free: flagText.default(false),
  }),
  reply: z.object({
    requestsList: z.array(requestRow.pick({ id: true, e_title: true, company: true, release: true })),
  }),
})

export const requestsByKey = endpoint({
  method: 'GET',
  path: '/requests-by-key/:key',
  access: 'any',
  tool: { name: 'requests_by_old_key', title: 'Заявки по прежнему номеру' },
  summary:
    'Requests that had this key in the system they came from, ignoring case: usually one, several when two systems used the same number. Empty for what the caller may not know of.',
  params: z.object({ key: line(200, { empty: 'Не указан номер' }) }),
  reply: z.object({
    message,
    requests: z.array(requestRow.pick({ id: true, e_title: true, company: true, source_key: true })),
  }),
})

/** What staff set of a backlog record, for one request or for many. */
const plan = {
  inBacklog: z.boolean().optional(),
  priority: priority.nullable().optional(),
  /** Minutes. */
  planned_time: minutes.nullable().optional(),
}

export const saveBacklog = endpoint({
  method: 'POST',
  path: '/backlog-requests-save',
  access: 'staff',
  tool: { name: 'plan_request', title: 'Изменить запись бэклога' },
  summary:
    'Creates or updates the backlog record; a field left out stays as it is. 404 «Заявка не найдена», 409 with `current` when the record was changed since `version`.',
  body: z.object({
    request_id: soughtId,
    title: line(MAX_TITLE).nullable().optional(),
    ...plan,
    version,
  }),
  reply: z.object({ message, backlogRequest: backlog }),
})

/** The version of a request that a save was made from, or that it has made. */
const savedVersion = z.object({ request_id: id, version: versionNumber })

export const saveManyBacklog = endpoint({
  method: 'POST',
  path: '/backlog-requests-save-many',
  access: 'staff',
  summary:
    'Sets the same backlog fields for several requests; those that could not be saved are listed with the reason. A request named in `versions` is refused when its record was changed since.',
  body: z.object({
    requests: eachOnce(id).min(1).max(MOST_AT_ONCE),
    ...plan,
    versions: z.array(savedVersion).max(MOST_AT_ONCE).optional(),
  }),
  reply: z.object({
    message,
    saved: z.array(id),
    refused: z.array(z.object({ id, reason: z.string() })),
    /**
     * Previous values of the saved records, for undoing. A record that did not exist is given as not in the backlog.
     */
    before: z.array(backlog.pick({ request_id: true, inBacklog: true, priority: true, planned_time: true })),
    /** The versions of the saved records, for undoing. */
    versions: z.array(savedVersion),
  }),
})

const modulesReply = z.object({ modulesList: z.array(module) })

export const modules = endpoint({
  method: 'GET',
  path: '/modules',
  access: 'staff',
  summary: 'Every module, by name.',
  reply: modulesReply,
})

export const ticketModules = endpoint({
  method: 'GET',
  path: '/get-ticket-modules',
  access: 'any',
  summary: "The modules the client's company uses; staff get every module.",
  reply: modulesReply,
})

export const backlogSummary = endpoint({
  method: 'POST',
  path: '/backlog/get-summary',
  access: 'staff',
  replica: true,
  tool: { name: 'backlog', title: 'Бэклог' },
  reads: true,
  summary:
    'The backlog: a page of requests with counts, and charts when requested, over the filtered set; with `isExcel` a workbook backlog_requests_<from>_<to>.xlsx of all of it (`X-Expected-Length`: bytes to come).',
  bodyLimit: LISTS_BODY,
  body: requestQuery,
  reply: requestPage,
  stream: 'excel',
})

export const tickets = endpoint({
  method: 'POST',
  path: '/tickets/get-tickets',
  access: 'any',
  replica: true,
  tool: { name: 'requests', title: 'Заявки' },
  reads: true,
  summary:
    "The client's list: requests of their own company in their own modules. Staff-only filters (charts, client_ids, isPaid, isInBacklogValues, priority_ids) and orders are ignored, `backlog_request` is null; staff see every company's. With `isExcel` a workbook requests_<from>_<to>.xlsx.",
  bodyLimit: LISTS_BODY,
  body: ticketQuery,
  reply: requestPage,
  stream: 'excel',
})

export const backlogFilters = endpoint({
  method: 'GET',
  path: '/backlog/get-filters',
  access: 'staff',
  replica: true,
  summary: "Options of the backlog's filters: only what some request has.",
  reply: requestFilters.extend({
    companies: z.array(company),
    isPaid: z.array(ref),
    isInBacklogValues: z.array(ref),
    priority_ids: z.array(ref),
  }),
})

export const ticketFilters = endpoint({
  method: 'GET',
  path: '/tickets/get-filters',
  access: 'any',
  replica: true,
  summary: "Options of the filters of the client's list: only what some request the caller sees has.",
  reply: requestFilters,
})
