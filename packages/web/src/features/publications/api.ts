import { drafts, fileCopies, letters, publications, receipts, releases, versions } from '@vypusk/contract'
import type { BodyInput, QueryInput } from '@vypusk/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { daysFromToday } from '../../ui/dates.ts'

/** Letters change what a publication shows, and so does what it names (named.test.ts). */
const live = { live: ['delivery', 'release', 'company', 'module', 'system', 'user'] } as const

type Query = QueryInput<typeof publications.listPublications>
/** In the list's state, a date that is not chosen is null. */
type ListQuery = Omit<Query, 'date_from' | 'date_to'> & { date_from?: string | null; date_to?: string | null }

const chosen = ({ date_from, date_to, ...query }: ListQuery): Query => ({
  ...query,
  ...(date_from ? { date_from } : {}),
  ...(date_to ? { date_to } : {}),
})

export const publicationsQuery = (query: ListQuery) =>
  queryOptions({
    queryKey: ['publication', 'list', query],
    queryFn: ({ signal }) => call(publications.listPublications, { query: chosen(query), signal }),
    meta: live,
  })

const FILTERS_STAY = 5 * 60_000

export const filtersQuery = queryOptions({
  queryKey: ['publication', 'filters'],
  queryFn: ({ signal }) => call(publications.getFilters, { signal }),
  meta: { live: ['release', 'company', 'module', 'system'] },
  staleTime: FILTERS_STAY,
})

export const publicationQuery = (id: number) =>
  queryOptions({
    queryKey: ['publication', 'one', id],
    // Copies are paged (copiesQuery): there may be tens of thousands of them.
    queryFn: ({ signal }) => call(publications.getPublication, { params: { id }, query: { copies: false }, signal }),
    meta: live,
    placeholderData: undefined,
  })

const COPIES_AT_ONCE = 50

/** A publication's copies on the file server, page after page. */
export const copiesQuery = (id: number, states: 'unsent' | 'sent') =>
  infiniteQueryOptions({
    queryKey: ['publication', 'copies', id, states],
    queryFn: ({ pageParam, signal }) =>
      call(fileCopies.list, {
        params: { id },
        query: { states, page: pageParam, per_page: COPIES_AT_ONCE },
        signal,
        onRefusal: 'throw',
      }),
    initialPageParam: 1,
    getNextPageParam: ({ current_page, to, total }) => ((to ?? total) < total ? current_page + 1 : undefined),
    meta: live,
  })

/** Downloads are not reported by live events, so the log is refetched whenever the person returns to the window. */
export const downloadsQuery = (id: number) =>
  queryOptions({
    queryKey: ['publication', 'downloads', id],
    queryFn: ({ signal }) => call(publications.getDownloads, { params: { id }, signal, onRefusal: 'throw' }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })

const MONTH_AHEAD = 31

/**
 * Releases to choose from: late ones first, then the nearest; until something is typed, only those whose date is near
 * or past.
 */
export const releaseChoiceQuery = (search_string: string) =>
  queryOptions({
    queryKey: ['release', 'publish-choice', search_string],
    queryFn: ({ signal }) => {
      const narrowed = search_string ? { search_string } : { date_to: daysFromToday(MONTH_AHEAD) }
      const body = { ...narrowed, per_page: 30, order_by: 'near' } as const
      return call(releases.list, { body, signal, onRefusal: 'throw' })
    },
  })

/**
 * Who gets what, and whether a release is ready, depends on agreements, on the companies with their modules, people and
 * closed days, and on steps.
 */
const DECIDING = ['agreement', 'publication', 'company', 'user', 'freeze', 'release_step', 'module', 'system'] as const

/** Details of the chosen releases. */
export const toPublishQuery = (ids: number[]) =>
  queryOptions({
    queryKey: ['release', 'to-publish', ids],
    queryFn: ({ signal }) => call(publications.getReleasesToPublish, { query: { release_ids: ids.join(',') }, signal }),
    enabled: ids.length > 0,
    meta: { live: DECIDING },
  })

/**
 * Publishes.
 * @param idempotencyKey one per intent, so that a repeated click publishes once
 */
export const publish = (body: BodyInput<typeof publications.publish>, idempotencyKey: string) =>
  call(publications.publish, { body, idempotencyKey, onRefusal: 'throw' })

/** The person's unfinished publication on the server; refetched each time the form is opened. */
export const draftQuery = queryOptions({
  queryKey: ['publish-draft'],
  queryFn: ({ signal }) => call(drafts.getDraft, { signal, onRefusal: 'throw' }),
  staleTime: 'static',
  gcTime: 0,
})

export const keepDraft = (draft: drafts.FormDraft | null) =>
  call(drafts.saveDraft, { body: { draft }, onRefusal: 'throw' })

/** What publishing would send, and to whom, in the present state; the reason is not sent to anybody. */
export const previewQuery = ({ reason: _reason, ...body }: BodyInput<typeof drafts.preview>) =>
  queryOptions({
    queryKey: ['release', 'publish-preview', body],
    queryFn: ({ signal }) => call(drafts.preview, { body, signal, onRefusal: 'throw' }),
    meta: { live: [...DECIDING, 'letter_template'] },
  })

export const versionsQuery = (query: QueryInput<typeof versions.list>) =>
  queryOptions({
    queryKey: ['publication', 'versions', query],
    queryFn: ({ signal }) => call(versions.list, { query, signal }),
    meta: live,
  })

export const checkFile = (id: number, body: BodyInput<typeof receipts.check>) =>
  call(receipts.check, { params: { id }, body, onRefusal: 'throw' })

/**
 * The state of the publication at each company. Downloads are not reported by live events, so it is refetched whenever
 * the person returns to the window.
 */
export const companyReceiptsQuery = (id: number) =>
  queryOptions({
    queryKey: ['publication', 'by-company', id],
    queryFn: ({ signal }) => call(receipts.list, { params: { id }, signal, onRefusal: 'throw' }),
    meta: live,
    staleTime: 0,
    refetchOnWindowFocus: true,
  })

/** The letters that withdrawing it would send. */
export const withdrawalLettersQuery = (id: number) =>
  queryOptions({
    queryKey: ['publication', 'withdrawal-letters', id],
    queryFn: ({ signal }) => call(letters.ofWithdrawal, { params: { id }, signal, onRefusal: 'throw' }),
    staleTime: 0,
  })

export const withdrawPublication = (id: number, reason: string) =>
  call(publications.withdraw, { params: { id }, body: { reason }, onRefusal: 'throw' })
