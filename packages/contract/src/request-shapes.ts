import * as z from 'zod'
import { ordering, pageOf, paging } from './paging.ts'
import { abilities, change, company, day, fileInfo, id, idOrNone, minutes, module, moment, ref } from './values.ts'

/** What requests and the backlog look like (api.md, "Requests and backlog"). */

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
  /** What it was called in the system it came from; null of what was not brought by an import. */
  source_key: z.string().nullable(),
  /** Null in every row of a client; where the installation opens hours, the planned time alone. */
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
  /** Whose it is and how it is called there; null of what no tracker has said. */
  tracker: z.string().nullable(),
  key: z.string().nullable(),
  /** When its tracker said it last. */
  reported_at: moment.nullable(),
})

/** What a request keeps of the system it was brought from. */
export const requestOrigin = z.object({
  /** What it is called there. */
  key: z.string(),
  /** Who wrote it there, as that system calls them; null where it does not say. */
  author: z.string().nullable(),
  /** From here on null and empty to a client. */
  source: z.string().nullable(),
  assignee: z.string().nullable(),
  versions: z.array(z.string()),
  due: day.nullable(),
  labels: z.array(z.string()),
  /** It was not shown to everybody there, and whose it is. */
  is_private: z.boolean(),
  company: z.string().nullable(),
  story_points: z.string().nullable(),
  /** `request_id` where it was brought here too. */
  links: z.array(z.object({ title: z.string(), key: z.string(), request_id: id.nullable() })),
  /** Where they lie there. */
  files: z.array(
    z.object({
      name: z.string(),
      url: z.string(),
      /** Of the product, where it was fetched. */
      file_id: id.nullable(),
      /** A connected tracker is still asked for it. */
      is_waiting: z.boolean(),
      /** Why it was not given, in Russian. */
      failure: z.string().nullable(),
    }),
  ),
})
export type RequestOrigin = z.output<typeof requestOrigin>

export const requestDetail = requestRow.extend({
  /** What the author wrote: plain text. */
  text: z.string(),
  /** What stands for the request in a release description: clean HTML (html.ts). */
  description: z.string(),
  isSolo: z.boolean(),
  /** Staff's only. */
  issues: z.array(issue),
  files: z.array(fileInfo),
  /** Null of what was not brought by an import. */
  origin: requestOrigin.nullable(),
  /** Newest first; a client's has no backlog fields and no releases the client may not know of. */
  history: z.array(change),
  abilities: abilities('edit_backlog', 'edit_description', 'add_to_release', 'edit', 'withdraw'),
})

const ids = z.array(id).max(10_000).nullish()
const idsOrNone = z.array(idOrNone).max(10_000).nullish()
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
  /** Answers with a workbook of every matching row, whatever the page. */
  isExcel: z.boolean().nullish(),
  /** First day of creation, of the installation's time zone (decision 0006). */
  date_from: day.nullish(),
  /** Last day of creation, included. */
  date_to: day.nullish(),
  charts: z.boolean().nullish(),
  /** Of these alone, those that the other filters let through. */
  ids,
  /** Counts only as far as a screen needs: of a larger set `more` is true (decision 0009). */
  isBounded: z.boolean().nullish(),
  /** A substring of e_title or of the backlog title without case, ё = е; digits alone also match the id, what has digits the former key. */
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

/** The same of a client: filters that are staff's alone are left unread, so they are ignored whatever they hold. */
export const ticketQuery = requestQuery.omit({
  charts: true,
  priority_ids: true,
  client_ids: true,
  isPaid: true,
  isInBacklogValues: true,
})

/**
 * Of the whole filtered set; where `more` is true, all but `total` are null. A client's `planned_time`
 * and `in_backlog` are null: they are staff's.
 */
export const counts = z.object({
  total: z.int().min(0),
  /** Minutes. */
  planned_time: z.int().nullable(),
  in_backlog: z.int().nullable(),
  paid: z.int().nullable(),
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

export const requestPage = pageOf(requestRow).extend({
  /** There are more than `total`; never so unless asked with `isBounded`. */
  more: z.boolean(),
  /**
   * Found so far, in that many of the latest requests: a letter or a sign that hardly any has (decision 0032). Never so
   * unless asked with `isBounded`; asked without it, the same page is of all. Null: all were looked through.
   */
  among: z.int().nullable(),
  counts,
  charts: charts.optional(),
})

/** What the filters of a list offer. */
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
