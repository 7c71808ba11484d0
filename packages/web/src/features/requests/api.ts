import { requests } from '@vypusk/contract'
import type { BodyInput, ReplyOf } from '@vypusk/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useChange } from '../../api/changes.ts'
import { call } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import type { ListRows } from '../../api/query-meta.ts'
import { withinLimit } from '../../components/kit/feedback/chunks.ts'
import { later } from '../../components/kit/feedback/later.ts'
import { useRowEdit } from '../../components/kit/data-table/editing/useRowEdit.ts'
import type { Came } from '../../components/shared/bringing/texts.ts'
import { addRequests, OF_RELEASE, saveRelease } from '../../components/shared/release/api.ts'
import { saveBacklog } from '../../components/shared/request/api.ts'
import { today } from '../../ui/dates.ts'
import { REQUEST_SAVED } from '../../components/shared/request-text/texts.ts'
import type { BacklogChange } from './conflict.ts'
import type { Refused } from './saving-many.ts'

type Query = BodyInput<typeof requests.backlogSummary>
export const LISTS = ['request', 'list'] as const

/** What requests and their filters name (named.test.ts). */
const NEIGHBOURS = {
  live: ['release', 'request_status', 'request_type', 'company', 'module', 'system', 'user'],
} as const

/** One of the two lists: for staff or for clients, which has fewer filters. */
export type ListEndpoint = typeof requests.backlogSummary | typeof requests.tickets

/** The filters only, because page and order do not matter for charts and counts. */
const filtersIn = ({ page: _page, per_page: _size, order_by: _order, isDesc: _desc, ...filters }: Query) => filters

const emptyBacklog = (request_id: number): requests.Backlog => ({
  request_id,
  title: null,
  planned_time: null,
  priority: null,
  inBacklog: false,
  version: 0,
})

/** Fetches single rows of a list, if they still match its filters. */
const rowsOf = (endpoint: ListEndpoint, query: Query): ListRows => ({
  ask: async (ids, signal) => {
    const body = { ...filtersIn(query), charts: false, ids, per_page: ids.length }
    return (await call(endpoint, { body, signal, onRefusal: 'throw' })).data
  },
  placeOf: (row: requests.RequestRow) => {
    const { title, ...rest } = row.backlog_request ?? emptyBacklog(row.id)
    // The name affects the row's place only when names are searched or sorted by.
    const names = query.search_string || query.order_by === 'e_title' ? [row.e_title, title] : []
    return [{ ...row, e_title: '', version: 0, backlog_request: { ...rest, version: 0 } }, names]
  },
})

/** A page of the list; when bounded, the server searches and counts only as far as the screen needs. */
const pageQuery = (endpoint: ListEndpoint, query: Query, isBounded: boolean) =>
  queryOptions({
    queryKey: [...LISTS, endpoint.path, { ...query, isBounded }],
    queryFn: ({ signal }) => call(endpoint, { body: { ...query, isBounded }, signal }),
    meta: { ...NEIGHBOURS, rows: rowsOf(endpoint, query) },
  })

/**
 * A page of a list: results among the latest requests are shown while all requests are searched.
 * @returns the page, and a function that searches all requests again when that has failed
 */
export function useRequestPage(endpoint: ListEndpoint, query: Query) {
  const soFar = useQuery(pageQuery(endpoint, query, true))
  const isPart = !soFar.isPlaceholderData && typeof soFar.data?.among === 'number'
  const all = useQuery({ ...pageQuery(endpoint, query, false), enabled: isPart, placeholderData: undefined })
  const result = isPart && (soFar.data?.total === 0 || all.data) ? all : soFar
  return { result, onRest: result === soFar && all.isError ? () => void all.refetch() : undefined }
}

/** Asks for a page of a list before it is drawn. */
export const askPage = (endpoint: ListEndpoint, query: Query) => queryClient.query(pageQuery(endpoint, query, true))

/** The charts of a filtered set. */
export const chartsQuery = (query: Query) =>
  queryOptions({
    queryKey: [...LISTS, 'charts', filtersIn(query)],
    queryFn: ({ signal }) =>
      call(requests.backlogSummary, {
        body: { ...filtersIn(query), charts: true, isBounded: true, per_page: 1 },
        signal,
        onRefusal: 'throw',
      }),
    meta: NEIGHBOURS,
  })

/** The exact counts of a filtered set, however large it is. */
export const exactCountsQuery = (endpoint: ListEndpoint, query: Query) =>
  queryOptions({
    queryKey: ['request', 'counts', endpoint.path, filtersIn(query)],
    queryFn: async ({ signal }) => {
      const body = { ...filtersIn(query), per_page: 1 }
      return (await call(endpoint, { body, signal, onRefusal: 'throw' })).counts
    },
    meta: NEIGHBOURS,
    placeholderData: undefined,
  })

const FILTERS_STAY = 5 * 60_000

export const backlogFiltersQuery = queryOptions({
  queryKey: ['request-filters', 'backlog'],
  meta: NEIGHBOURS,
  queryFn: ({ signal }) => call(requests.backlogFilters, { signal }),
  staleTime: FILTERS_STAY,
})

export const ticketFiltersQuery = queryOptions({
  queryKey: ['request-filters', 'tickets'],
  meta: NEIGHBOURS,
  queryFn: ({ signal }) => call(requests.ticketFilters, { signal }),
  staleTime: FILTERS_STAY,
})

/** A refusal stays in the query: the panel shows it, and the list beside it stays. */
export const requestQuery = (id: number) =>
  queryOptions({
    queryKey: ['request', 'one', id],
    queryFn: ({ signal }) => call(requests.getRequest, { params: { id }, query: {}, signal, onRefusal: 'throw' }),
    meta: { ...NEIGHBOURS, thing: id },
    placeholderData: undefined,
  })

/** A save sends the version it is based on, so that nobody's change is overwritten; a first record has none. */
const saveInRow = (row: requests.RequestRow, change: BacklogChange) =>
  saveBacklog({ request_id: row.id, ...change, version: row.version })

const withBacklog = (row: requests.RequestRow, backlog_request: requests.Backlog) => ({
  ...row,
  backlog_request,
  version: backlog_request.version,
})

const question = later(() => import('./conflict.ts'))
/** Asks which value to keep; loaded when it is needed, as is what saves many. */
export const conflicts = () => withinLimit(question.fetch)

/** Changes one request's backlog record in place. */
export const useBacklogEdit = () =>
  useRowEdit<requests.RequestRow, BacklogChange, { backlogRequest: requests.Backlog }>({
    listKey: LISTS,
    oneKey: (id) => requestQuery(id).queryKey,
    apply: (row, change) => ({
      ...row,
      backlog_request: { ...(row.backlog_request ?? emptyBacklog(row.id)), ...change },
    }),
    inverse: (row, change) => {
      const before = row.backlog_request ?? emptyBacklog(row.id)
      return Object.fromEntries(Object.keys(change).map((name) => [name, before[name as keyof BacklogChange]]))
    },
    send: saveInRow,
    received: (row, { backlogRequest }) => withBacklog(row, backlogRequest),
    current: (row, current) => withBacklog(row, current as requests.Backlog),
    askWhose: async (row, change) => (await conflicts()).askAboutBacklog(row, change),
    notice: REQUEST_SAVED,
  })

const many = later(() => import('./saving-many.ts'))
/** Loaded when it is needed, so that the backlog stays within its size. */
const savingMany = () => withinLimit(many.fetch)

export type ManyChange = Pick<BacklogChange, 'inBacklog' | 'priority' | 'planned_time'>
type ManySaved = ReplyOf<typeof requests.saveManyBacklog>

export const useSaveMany = () =>
  useChange({
    changes: ['request'],
    mutationFn: async ({ ids, change }: { ids: number[]; change: ManyChange }) => {
      const send = (part: number[]) => call(requests.saveManyBacklog, { body: { requests: part, ...change } })
      const { replies, ...done } = await (await savingMany()).saveInParts(ids, send)
      return { ...done, versions: replies.flatMap(({ versions }) => versions) }
    },
  })

interface TakeBack extends Pick<ManySaved, 'before' | 'versions'> {
  change: ManyChange
}

/**
 * Restores each request's former values of the changed fields, with one call for each distinct value. Returns those
 * that somebody has changed since, which stay as they are.
 */
export const useTakeBackMany = () =>
  useChange({
    changes: ['request'],
    mutationFn: async ({ before, versions, change }: TakeBack) => {
      const { saveInParts } = await savingMany()
      const versionOf = new Map(versions.map((one) => [one.request_id, one]))
      const refused: Refused = []
      const fields = Object.keys(change) as (keyof ManyChange)[]
      const had = (one: ManySaved['before'][number]) => Object.fromEntries(fields.map((field) => [field, one[field]]))
      const alike = Map.groupBy(before, (one) => JSON.stringify(had(one)))
      for (const [value, some] of alike) {
        const send = (ids: number[]) => {
          const known = ids.flatMap((id) => versionOf.get(id) ?? [])
          const body = { requests: ids, ...(JSON.parse(value) as ManyChange), versions: known }
          return call(requests.saveManyBacklog, { body })
        }
        const ids = some.map(({ request_id }) => request_id)
        refused.push(...(await saveInParts(ids, send)).refused)
      }
      return refused
    },
  })

/** Where marked requests go: an existing release, or one to be created for them; with what comes with them. */
export interface IntoRelease {
  release: { id: number; title: string } | { title: string; plan_date: string }
  ids: number[]
  bring: Came
}

/** The plan date may be in the past; the release then begins on that day. */
const startOf = (plan_date: string): string => (plan_date < today() ? plan_date : today())

export const useAddToRelease = () =>
  useChange({
    changes: OF_RELEASE,
    /** Returns what was done, so that it can be undone; for a created release, deleting it undoes everything. */
    mutationFn: async ({ release, ids, bring }: IntoRelease) => {
      const added = { requests: ids, bring }
      if ('id' in release) {
        const { id } = release
        return { id, isMade: false, brought: (await addRequests(id, added)).brought }
      }
      const body = { ...release, start_date: startOf(release.plan_date), ...added }
      const made = await saveRelease(0, body)
      return { id: made.release.id, isMade: true, brought: { ...bring, version: made.release.version } }
    },
  })

/**
 * Saves a request.
 * @throws 409 with what was saved meanwhile
 */
export const useSaveRequest = (id: number) =>
  useChange({
    changes: ['request', 'release'],
    put: ({ request }) => [[requestQuery(id).queryKey, request]],
    mutationFn: (body: BodyInput<typeof requests.saveRequest>) =>
      call(requests.saveRequest, { params: { id }, body, onRefusal: 'throw' }),
  }).mutateAsync

/** Withdraws a request; the panel it was asked in goes with it. */
export const useWithdrawRequest = (id: number) =>
  useChange({
    changes: ['request'],
    gone: () => ({ entity: 'request', id }),
    mutationFn: () => call(requests.withdrawRequest, { params: { id }, onRefusal: 'throw' }),
  })
