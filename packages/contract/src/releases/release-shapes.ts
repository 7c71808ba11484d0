import * as z from 'zod'
import { agreementRow, endsOfDate } from '../agreements/agreements.ts'
import { MAX_HTML } from '../html.ts'
import { notPublishingEntry } from './not-publishing.ts'
import { ordering, paging, someOf } from '../paging.ts'
import { issue, requestRow } from '../requests/requests.ts'
import { customerStatus, readiness } from './readiness.ts'
import { scopeChange } from '../agreements/scopes.ts'
import { progress as trialProgress } from '../agreements/trials.ts'
import { eachOnce } from '../each-once.ts'
import {
  abilities,
  byId,
  byIdcomp,
  byIdmod,
  clientReason,
  company,
  day,
  done,
  fileInfo,
  id,
  idOrNone,
  isWithin,
  line,
  module,
  moment,
  MOST_COMPANIES,
  MOST_MODULES,
  ref,
  searchText,
  step,
  system,
  version,
} from '../values.ts'
import { orElse } from '../optional.ts'

/** The shapes of releases (api.md, "Releases"); the calls are in releases.ts. */

/** Production time of a whole release in minutes: up to a million hours. */
const releaseMinutes = z.int().min(0).max(60_000_000)
/** 0 is the virtual step «Планирование». */
export const stepId = idOrNone
const byStepId = z.union([stepId, z.object({ id: stepId }).transform((whole) => whole.id)])
/** The release's new version, to be sent with the next write. */
export const versioned = done.extend({ version: z.int() })

/** What a step means: planning, which comes first; work; published; closed. */
export const releaseStep = step.extend({ kind: z.enum(['planning', 'work', 'published', 'closed']) })
export type ReleaseStep = z.output<typeof releaseStep>
/** What is shown as the step of a release: also that it was closed before it was published to anybody. */
export const stepInWords = ({
  step: { kind, name_step },
  published_at,
}: Pick<ReleaseRow, 'step' | 'published_at'>): string =>
  kind === 'closed' && published_at === null ? `${name_step} без публикации` : name_step
/** «Планирование» comes before the installation's own steps (brief, section 3). */
export const planningStep: ReleaseStep = { id: 0, name_step: 'Планирование', order: 0, kind: 'planning' }

export const DATES_ORDER = 'Плановая дата не может быть раньше даты начала'

/** The longest release in days, from start date to plan date, both included: ten years. */
export const MOST_RELEASE_DAYS = 3660
export const RELEASE_SPAN = 'От начала до плановой даты – не больше десяти лет'
export const isWithinRelease = ({ start_date, plan_date }: { start_date: string; plan_date: string }) =>
  isWithin(start_date, plan_date, MOST_RELEASE_DAYS)

export const releaseCompany = company.extend({
  status: customerStatus,
  agreement_id: id.nullable(),
  ...endsOfDate,
  /** The date that the company was asked about has passed by its clock. */
  date_passed: z.boolean(),
  /** The release was published to the company. */
  published: z.boolean(),
  /** The company's client has answered the date with an offer or a remark, and the provider is to answer; false for staff. */
  provider_turn: z.boolean(),
})
export type ReleaseCompany = z.output<typeof releaseCompany>

export const releaseRow = z.object({
  id,
  title: z.string(),
  step: releaseStep,
  start_date: day,
  plan_date: day,
  /** Hours are for staff: 0 in a client's reply, like the requests' sum below. */
  planned_time: releaseMinutes,
  /** Plain text with `<br>` as line breaks. */
  short_description: z.string(),
  is_visible_for_client: z.boolean(),
  systems: z.array(system),
  modules: z.array(module),
  /** A client sees only the own company. */
  companies: z.array(releaseCompany),
  users: z.array(ref),
  author: ref,
  /** For a client, the counts include only the own company's requests. */
  requests_count: z.int().min(0),
  planned_requests_time: z.int().min(0),
  created_at: moment,
  /** Time of the first publication; null before it. */
  published_at: moment.nullable(),
  /** Number of companies with requests in the release that it does not name. For staff; 0 in a client's reply. */
  unnamed_count: z.int().min(0),
  version: z.int(),
})
export type ReleaseRow = z.output<typeof releaseRow>

export const requestsIssuesInfo = z.object({
  planned_requests_time: z.int().min(0),
  spent_time: z.int().min(0),
  items: z.array(z.object({ request_id: id, planned_time: z.int().min(0), issues: z.array(issue) })),
})
export type RequestsIssuesInfo = z.output<typeof requestsIssuesInfo>

/** A release's time on one step. `left_at` is null for the current step; `days` counts whole days of 24 hours. */
export const stepStay = z.object({
  id: z.int().min(0),
  step: releaseStep,
  at: moment,
  left_at: moment.nullable(),
  days: z.int().min(0),
  user: ref,
  /** For staff; null for clients. */
  comment: z.string().nullable(),
})
export type StepStay = z.output<typeof stepStay>

/** Another release that needs one of the people on the same days. */
const busy = z.object({
  user: ref,
  release: z.object({ id, title: z.string() }),
  start_date: day,
  plan_date: day,
  planned_time: releaseMinutes,
})

export const calculation = z.object({
  /** Sum of the requests' planned time. */
  planned_requests_time: z.int().min(0),
  planned_time: releaseMinutes,
  /** planned_time − planned_requests_time; negative when the requests do not fit. */
  difference: z.int(),
  start_date: day,
  /** The day on which the work ends by the production calendar, for the larger of the two times. */
  plan_date: day,
  /** False if the work goes on after the last day that is counted, which plan_date is then. */
  ends: z.boolean(),
  /** Russian sentences about what plan_date does not take into account. */
  warnings: z.array(z.string()),
  working_days: z.int().min(0),
  /** Number of people working at the same time; one when nobody is named. */
  people: z.int().min(1),
  busy: z.array(busy),
})
export type Calculation = z.output<typeof calculation>

/** One publication of the release: an entry in its deploy log. */
export const releaseReady = z.object({ id, created_at: moment, author: ref, files: z.array(fileInfo) })
export type ReleaseReady = z.output<typeof releaseReady>

export const releaseDetail = releaseRow.extend({
  /** A client sees only the own company. */
  companies: z.array(releaseCompany.extend({ scope_change: scopeChange.nullable() })),
  modules_ids: z.array(id),
  terms: z.string(),
  description: z.string(),
  files: z.array(fileInfo),
  /** Ids of the `files` that were added to the release itself and are not published. For staff; empty for clients. */
  own_files: z.array(id),
  steps_history: z.array(stepStay),
  release_ready: z.array(releaseReady),
  requests: z.array(requestRow),
  agreements: z.array(agreementRow.extend({ trials: trialProgress.nullable() })),
  notPublishingList: z.array(id),
  /** The fields below are for staff; a client's reply does not have them. */
  comment: z.string().optional(),
  requestsIssuesInfo: requestsIssuesInfo.optional(),
  calculation: calculation.optional(),
  readiness: readiness.optional(),
  notPublishingReasons: z.array(notPublishingEntry).optional(),
  abilities: abilities('save', 'delete', 'step', 'requests', 'files', 'not_publishing'),
})
export type ReleaseDetail = z.output<typeof releaseDetail>

/** True means everything that comes with the requests, a list only those of it. */
const wanted = <Item extends z.ZodType<number>>(item: Item) =>
  orElse(z.union([z.boolean(), eachOnce(item).max(5000)]), false)

/** Companies and modules to add to a release along with its requests; nothing if omitted. */
export const bring = z.object({ companies: wanted(byIdcomp), modules: wanted(byIdmod) }).optional()
export type Bring = NonNullable<z.output<typeof bring>>

/** Ids of what an action added to the release, and the release's new version. Sent back to undo the addition. */
export const brought = z.object({ companies: z.array(id), modules: z.array(id), version: z.int() })
export type Brought = z.output<typeof brought>

/**
 * Omitted fields stay as they are (in a new release: empty). `requests` is the complete set: requests missing from it
 * become free. All changes are made or none.
 */
export const releaseSave = z.object({
  title: line(250, { empty: 'Укажите название', long: 'Название не длиннее 250 символов' }),
  start_date: day,
  plan_date: day,
  planned_time: releaseMinutes.optional(),
  short_description: z.string().max(20_000).optional(),
  is_visible_for_client: z.boolean().optional(),
  modules_ids: eachOnce(byIdmod).max(MOST_MODULES).optional(),
  users: eachOnce(byId).max(1000).optional(),
  companies: eachOnce(byIdcomp).max(MOST_COMPANIES).optional(),
  /** HTML, sanitised by the shared allow-list. */
  description: z.string().max(MAX_HTML).optional(),
  comment: z.string().max(100_000).optional(),
  /** HTML, sanitised by the shared allow-list. */
  terms: z.string().max(MAX_HTML).optional(),
  requests: eachOnce(byId).max(5000).optional(),
  /** Applies to all requests that the release has after the save. */
  bring,
  /** The reason given to companies that are removed from the release. */
  client_reason: clientReason.optional(),
  version,
})
export type ReleaseSave = z.input<typeof releaseSave>

/** What the list of releases can be sorted by. `near` puts late releases first and finished ones last. */
export const releaseOrders = [
  'id',
  'title',
  'step',
  'start_date',
  'plan_date',
  'planned_time',
  'planned_requests_time',
  'requests_count',
  'author',
  'created_at',
  'is_visible_for_client',
  'near',
] as const

/** The dates limit plan_date; `isExcel` makes get-summary answer with a workbook of everything. */
export const releaseQuery = z.object({
  systems: someOf(z.union([id, z.object({ idsys: id }).transform((whole) => whole.idsys)])),
  modules: someOf(byIdmod),
  steps: someOf(byStepId),
  companies: someOf(byIdcomp),
  authors: someOf(byId),
  search_string: searchText(500).nullish(),
  date_from: day.nullish(),
  date_to: day.nullish(),
  /** Only releases that do not name every company with a request in them. For staff; ignored for others. */
  unnamed: z.boolean().nullish(),
  isExcel: z.boolean().nullish(),
  ...paging,
  ...ordering(...releaseOrders),
})
export type ReleaseQuery = z.output<typeof releaseQuery>
