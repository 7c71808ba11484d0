import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { ordering, pageOf, paging } from './paging.ts'
import {
  abilities,
  change,
  company,
  day,
  fileInfo,
  flagText,
  id,
  idText,
  message,
  minutes,
  module,
  moment,
  ref,
} from './values.ts'

/** Requests and backlog (api.md, "Requests and backlog"). */

/** Priorities of the client's wish and of the provider: 1…5. */
export const priority = z.int().min(1).max(5)
/** Labels of urgencies 1–4 (brief, section 9). */
export const urgencyLabels = { 1: 'Обычный', 2: 'Повышенный', 3: 'Высокий', 4: 'Критично' } as const
export const urgency = z.int().min(1).max(4)

/** Colour of a status: a name, the screen has the shades. */
export const tone = z.enum(['grey', 'amber', 'blue', 'green', 'red'])
export const status = ref.extend({ tone })

/**
 * The provider's side of a request, beside the client's wish. `version` is the request's, to be
 * sent back with the next save.
 */
export const backlog = z.object({
  request_id: id,
  title: z.string().nullable(),
  planned_time: minutes.nullable(),
  priority: priority.nullable(),
  inBacklog: z.boolean(),
  version: z.int(),
})

export const requestRow = z.object({
  id,
  e_title: z.string(),
  created_at: moment,
  status,
  type: ref,
  author: ref,
  company,
  module,
  /** Null as well where the release is not visible for the client who asks. */
  release: z.object({ id, title: z.string(), plan_date: day }).nullable(),
  priority: priority.nullable(),
  urgency,
  isPaid: z.boolean(),
  /** Null in every row of a client. */
  backlog_request: backlog.nullable(),
  /** Counts every change of the backlog record and of the description; a save sends it back. */
  version: z.int(),
})

/** A developer's task under a request. */
export const issue = z.object({
  id,
  title: z.string(),
  status: z.string(),
  assignee: z.string().nullable(),
  planned_time: z.int().min(0),
  spent_time: z.int().min(0),
  url: z.string().nullable(),
})

export const requestDetail = requestRow.extend({
  /** What the author wrote: plain text. */
  text: z.string(),
  /** What stands for the request in a release description: clean HTML (html.ts). */
  description: z.string(),
  isSolo: z.boolean(),
  /** Staff's only. */
  issues: z.array(issue),
  files: z.array(fileInfo),
  /** Newest first; a client's has no backlog fields. */
  history: z.array(change),
  abilities: abilities('edit_backlog', 'edit_description', 'add_to_release'),
})

const ids = z.array(z.int().positive()).max(10_000).nullish()
const idsOrNone = z.array(z.int().min(0)).max(10_000).nullish()
/** One value or several: the brief writes both. */
const someOf = <Value extends z.ZodType>(value: Value) =>
  z.union([z.array(value).max(10), value.transform((one) => [one])]).nullish()

/** The keys both lists are ordered by; `planned_time` and `backlog_priority` mean nothing to a client. */
export const orderKeys = [
  'id',
  'e_title',
  'created_at',
  'status',
  'type',
  'author',
  'company',
  'module',
  'release',
  'priority',
  'urgency',
  'isPaid',
  'planned_time',
  'backlog_priority',
] as const
export type OrderKey = (typeof orderKeys)[number]

/** Every filter is optional; those named together must all hold, values within one are alternatives. */
export const requestQuery = z.object({
  /** First day of creation, UTC. */
  date_from: day.nullish(),
  /** Last day of creation, included. */
  date_to: day.nullish(),
  charts: z.boolean().nullish(),
  /** A substring of e_title or of the backlog title without case, ё = е; digits alone also match the id. */
  search_string: z.string().trim().max(500).nullish(),
  /** 0 stands for requests in no release. */
  release_ids: idsOrNone,
  type_ids: ids,
  urgs: z.array(urgency).max(10).nullish(),
  /** The client's wish; 0 stands for none. */
  priorities: z.array(z.int().min(0).max(5)).max(10).nullish(),
  /** The provider's priority; 0 stands for none. */
  priority_ids: z.array(z.int().min(0).max(5)).max(10).nullish(),
  author_ids: ids,
  status_ids: ids,
  module_ids: ids,
  client_ids: ids,
  /** 1 Платная, 2 Бесплатная. */
  isPaid: someOf(z.int().min(1).max(2)),
  /** 1 без бэклога, 2 внесена в бэклог, 3 не внесена. */
  isInBacklogValues: someOf(z.int().min(1).max(3)),
  ...paging,
  ...ordering(...orderKeys),
})

/** Of the whole filtered set. A client's `planned_time` and `in_backlog` are null: they are staff's. */
export const counts = z.object({
  total: z.int().min(0),
  /** Minutes. */
  planned_time: z.int().nullable(),
  in_backlog: z.int().nullable(),
  paid: z.int(),
})

const bar = z.object({ id: z.int().min(0), name: z.string(), count: z.int() })
/** Over the same filtered set as the list; id 0 stands for none. */
export const charts = z.object({
  by_status: z.array(bar),
  by_type: z.array(bar),
  by_urgency: z.array(bar),
  by_priority: z.array(bar),
  /** The 20 largest. */
  by_company: z.array(bar),
  /** `YYYY-MM`, earliest first: created in it, and published in it with a release. */
  by_month: z.array(z.object({ month: z.string(), created: z.int(), released: z.int() })),
})

const requestPage = pageOf(requestRow).extend({ counts, charts: charts.optional() })

export const getRequest = endpoint({
  method: 'GET',
  path: '/requests/:id',
  access: 'any',
  summary:
    "One request with everything under it. 404 «Заявка не найдена», also for a client and another company's request; with `for_release`, 422 «Заявка уже добавлена в релиз» when it is in another release.",
  params: z.object({ id: idText }),
  query: z.object({ for_release: z.coerce.number<string | number>().int().min(0).optional() }),
  reply: requestDetail,
})

export const saveDescription = endpoint({
  method: 'POST',
  path: '/requests/:id/description',
  access: 'staff',
  summary:
    'Saves the text that stands for the request in a release description; HTML is cleaned. 404 «Заявка не найдена», 409 with `current` when the description was changed since `version`.',
  params: z.object({ id: idText }),
  body: z.object({ description: z.string().max(200_000), isSolo: z.boolean(), version: z.int().nullish() }),
  reply: z.object({ message, request: requestDetail }),
})

export const requestsList = endpoint({
  method: 'GET',
  path: '/requests-list',
  access: 'any',
  summary: 'A picker: newest first, the exact id first of all; `free=1` leaves only those in no release.',
  query: z.object({
    search: z.string().trim().max(500).default(''),
    limit: z.coerce.number<string | number>().int().min(1).max(100).default(20),
    free: flagText.default(false),
  }),
  reply: z.object({
    requestsList: z.array(requestRow.pick({ id: true, e_title: true, company: true, release: true })),
  }),
})

const wish = {
  inBacklog: z.boolean().optional(),
  priority: priority.nullable().optional(),
  /** Minutes. */
  planned_time: minutes.nullable().optional(),
}

export const saveBacklog = endpoint({
  method: 'POST',
  path: '/backlog-requests-save',
  access: 'staff',
  summary:
    'Inserts or updates the backlog record; a field left out stays as it is. 404 «Заявка не найдена», 409 with `current` when the record was changed since `version`.',
  body: z.object({
    request_id: id,
    title: z.string().trim().max(500).nullable().optional(),
    ...wish,
    version: z.int().nullish(),
  }),
  reply: z.object({ message, backlogRequest: backlog }),
})

export const saveManyBacklog = endpoint({
  method: 'POST',
  path: '/backlog-requests-save-many',
  access: 'staff',
  summary:
    'Sets the same backlog fields for several requests; those that could not be saved are listed with the reason.',
  body: z.object({ requests: z.array(id).min(1).max(1000), ...wish }),
  reply: z.object({
    message,
    saved: z.array(id),
    refused: z.array(z.object({ id, reason: z.string() })),
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
  summary: 'The backlog: a page of requests with counts, and charts when asked, over the filtered set.',
  body: requestQuery,
  reply: requestPage,
})

export const tickets = endpoint({
  method: 'POST',
  path: '/tickets/get-tickets',
  access: 'any',
  summary:
    "The client's list: own company's requests in own modules. Staff-only filters (charts, client_ids, isPaid, isInBacklogValues, priority_ids) and orders are ignored, `backlog_request` is null; staff see every company's.",
  body: requestQuery,
  reply: requestPage,
})

const clientFilters = z.object({
  statuses: z.array(status),
  types: z.array(ref),
  authors: z.array(ref),
  releases: z.array(z.object({ id, title: z.string() })),
  modules: z.array(module),
  priorities: z.array(ref),
  urgencies: z.array(ref),
})

export const backlogFilters = endpoint({
  method: 'GET',
  path: '/backlog/get-filters',
  access: 'staff',
  summary: 'What the filters of the backlog offer: only what some request has.',
  reply: clientFilters.extend({
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
  summary: "What the filters of the client's list offer: only what some request the caller sees has.",
  reply: clientFilters,
})

export type Backlog = z.output<typeof backlog>
export type RequestRow = z.output<typeof requestRow>
export type RequestDetail = z.output<typeof requestDetail>
export type Issue = z.output<typeof issue>
export type RequestQuery = z.output<typeof requestQuery>
export type RequestCounts = z.output<typeof counts>
export type RequestCharts = z.output<typeof charts>
export type RequestPage = z.output<typeof requestPage>
export type RequestFilters = z.output<typeof clientFilters>
