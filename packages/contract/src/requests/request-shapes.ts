import * as z from 'zod'
import { ordering, pageOf, paging } from '../paging.ts'
import { eachOnce } from '../each-once.ts'
import {
  abilities,
  change,
  company,
  day,
  fileInfo,
  id,
  idOrNone,
  minutes,
  module,
  moment,
  ref,
  searchText,
} from '../values.ts'

/** Shapes of requests and the backlog (api.md, "Requests and backlog"). */

/** The most requests that one call changes. */
export const MOST_AT_ONCE = 1000

/** Priorities 1…5: of the client, and of the provider. */
export const priority = z.int().min(1).max(5)
export const urgency = z.int().min(1).max(4)

/** Names of the fields of a request: in its history, as column titles, and on screens. */
export const fieldTitles = {
  e_title: 'Название',
  text: 'Текст заявки',
  status: 'Статус',
  type: 'Тип',
  author: 'Автор',
  company: 'Компания',
  module: 'Модуль',
  priority: 'Приоритет клиента',
  urgency: 'Срочность',
  isPaid: 'Платность',
  description: 'Описание для релиза',
  isSolo: 'Отдельным пунктом',
  inBacklog: 'Внесена в бэклог',
  backlog_title: 'Название в бэклоге',
  planned_time: 'Часы',
  backlog_priority: 'Приоритет',
  release_id: 'Релиз',
} as const

/** Colours of a status by name; the screen chooses the shades. */
export const tones = ['grey', 'amber', 'blue', 'green', 'red'] as const
export const tone = z.enum(tones)
export const status = ref.extend({ tone })

/**
 * The provider's data of a request, in addition to the client's priority. `version` is the request's, to be sent back
 * with the next save.
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
  /**
   * Also null for a client who may not see the release. It is called off if it was closed without being handed over to
   * the request's company; its plan date does not matter then.
   */
  release: z.object({ id, title: z.string(), plan_date: day, called_off: z.boolean() }).nullable(),
  priority: priority.nullable(),
  urgency,
  isPaid: z.boolean(),
  /** The request's key in the system it was imported from; null when it was not imported. */
  source_key: z.string().nullable(),
  /** Null for clients; if the installation shows hours to clients, it holds only the planned time. */
  backlog_request: backlog.nullable(),
  /** Incremented by every change of the backlog record and of the description; a save sends it back. */
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
  /** The tracker it comes from and its key there; null when it was not reported by a tracker. */
  tracker: z.string().nullable(),
  key: z.string().nullable(),
  /** When its tracker last reported it. */
  reported_at: moment.nullable(),
})

/** Data kept from the system that a request was imported from. */
export const requestOrigin = z.object({
  /** The request's key there. */
  key: z.string(),
  /** Its author's name in that system; null when the system does not give it. */
  author: z.string().nullable(),
  /** From here on, null or empty for a client. */
  source: z.string().nullable(),
  assignee: z.string().nullable(),
  versions: z.array(z.string()),
  due: day.nullable(),
  labels: z.array(z.string()),
  /** Whether not everybody could see it there. The next field is its company there. */
  is_private: z.boolean(),
  company: z.string().nullable(),
  story_points: z.string().nullable(),
  /** `request_id` is set when the linked request was imported, too. */
  links: z.array(z.object({ title: z.string(), key: z.string(), request_id: id.nullable() })),
  /** `url` is the file's address in that system. */
  files: z.array(
    z.object({
      name: z.string(),
      url: z.string(),
      /** The file here, once it was downloaded. */
      file_id: id.nullable(),
      /** Whether a connected tracker will still be queried for it. */
      is_waiting: z.boolean(),
      /** Why it could not be downloaded, in Russian. */
      failure: z.string().nullable(),
    }),
  ),
})
export type RequestOrigin = z.output<typeof requestOrigin>

export const requestDetail = requestRow.extend({
  /** The author's text: plain text. */
  text: z.string(),
  /** The text about the request in a release description: clean HTML (html.ts). */
  description: z.string(),
  isSolo: z.boolean(),
  /** For staff only. */
  issues: z.array(issue),
  files: z.array(fileInfo),
  /** Null when it was not imported. */
  origin: requestOrigin.nullable(),
  /** Newest first. A client's history has no backlog fields and no releases hidden from the client. */
  history: z.array(change),
  abilities: abilities('edit_backlog', 'edit_status', 'edit_description', 'add_to_release', 'edit', 'withdraw'),
})

const ids = eachOnce(id).max(10_000).nullish()
const idsOrNone = eachOnce(idOrNone).max(10_000).nullish()
/** One value or several: the brief uses both. */
const someOf = <Value extends z.ZodType>(value: Value) =>
  z.union([eachOnce(value).max(10), value.transform((one) => [one])]).nullish()

/** The keys that both lists can be ordered by; `planned_time` and `backlog_priority` have no effect for a client. */
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

/** Filters of the list, all optional. A request must match every filter that is given, and any of the values in it. */
export const requestQuery = z.object({
  /** Answers with a workbook of all matching rows, whatever the page. */
  isExcel: z.boolean().nullish(),
  /** First day of creation, in the installation's time zone (decision 0006). */
  date_from: day.nullish(),
  /** Last day of creation, included. */
  date_to: day.nullish(),
  charts: z.boolean().nullish(),
  /** Only these requests, as far as they match the other filters. */
  ids,
  /** Counts only as far as a screen needs; `more` is true for a larger set (decision 0009). */
  isBounded: z.boolean().nullish(),
  /**
   * Part of e_title or of the backlog title; case is ignored and ё equals е. Digits alone also match the id, and text
   * with digits matches the former key.
   */
  search_string: searchText(500).nullish(),
  /** 0 means requests that are in no release. */
  release_ids: idsOrNone,
  type_ids: ids,
  urgs: eachOnce(urgency).max(10).nullish(),
  /** The client's priority; 0 means none. */
  priorities: eachOnce(z.int().min(0).max(5)).max(10).nullish(),
  /** The provider's priority; 0 means none. */
  priority_ids: eachOnce(z.int().min(0).max(5)).max(10).nullish(),
  author_ids: ids,
  status_ids: ids,
  module_ids: ids,
  client_ids: ids,
  /** 1: paid (Платная), 2: free (Бесплатная). */
  isPaid: someOf(z.int().min(1).max(2)),
  /**
   * 1: no backlog record (без бэклога), 2: in the backlog (внесена в бэклог), 3: has a record but is not in the backlog
   * (не внесена).
   */
  isInBacklogValues: someOf(z.int().min(1).max(3)),
  ...paging,
  ...ordering(...orderKeys),
})

/** The filters for a client. Staff's filters are not parsed, so they are ignored whatever they contain. */
export const ticketQuery = requestQuery.omit({
  charts: true,
  priority_ids: true,
  client_ids: true,
  isPaid: true,
  isInBacklogValues: true,
})

/**
 * Counts over the whole filtered set; if `more` is true, all except `total` are null. For a client, `planned_time` and
 * `in_backlog` are null, since they are for staff.
 */
export const counts = z.object({
  total: z.int().min(0),
  /** In minutes. */
  planned_time: z.int().nullable(),
  in_backlog: z.int().nullable(),
  paid: z.int().nullable(),
})

const bar = z.object({ id: z.int().min(0), name: z.string(), count: z.int() })
/** Computed over the same filtered set as the list; id 0 means none. */
export const charts = z.object({
  by_status: z.array(bar),
  by_type: z.array(bar),
  by_urgency: z.array(bar),
  by_priority: z.array(bar),
  /** The 20 largest. */
  by_company: z.array(bar),
  /** Months as `YYYY-MM`, earliest first: requests created in it, and requests published in it with a release. */
  by_month: z.array(z.object({ month: z.string(), created: z.int(), released: z.int() })),
})

export const requestPage = pageOf(requestRow).extend({
  /** There are more than `total`; only when requested with `isBounded`. */
  more: z.boolean(),
  /**
   * The search found these rows among so many of the latest requests, because its text is a letter or a character that
   * hardly any request contains (decision 0032). Only when requested with `isBounded`; without it the same page covers
   * all requests. Null when all requests were searched.
   */
  among: z.int().nullable(),
  counts,
  charts: charts.optional(),
})

/** The options that the list's filters offer. */
export const requestFilters = z.object({
  statuses: z.array(status),
  types: z.array(ref),
  authors: z.array(ref),
  releases: z.array(z.object({ id, title: z.string() })),
  modules: z.array(module),
  priorities: z.array(ref),
  urgencies: z.array(ref),
})

export type Backlog = z.output<typeof backlog>
export type RequestAction = keyof RequestDetail['abilities']
export type RequestRow = z.output<typeof requestRow>
export type RequestDetail = z.output<typeof requestDetail>
export type Issue = z.output<typeof issue>
export type RequestQuery = z.output<typeof requestQuery>
export type RequestCounts = z.output<typeof counts>
export type RequestCharts = z.output<typeof charts>
export type RequestPage = z.output<typeof requestPage>
export type RequestFilters = z.output<typeof requestFilters>
