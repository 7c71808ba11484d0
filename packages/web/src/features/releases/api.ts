import { releases, requests, versions } from '@vypusk/contract'
import type { BodyInput, QueryInput } from '@vypusk/contract'
import { infiniteQueryOptions, queryOptions, useMutationState } from '@tanstack/react-query'
import { useChange } from '../../api/changes.ts'
import { call, newKey } from '../../api/client.ts'
import { eyes, RELEASE_NEIGHBOURS } from '../../api/releases.ts'
import { addRequests, OF_RELEASE, saveRelease } from '../../components/shared/release/api.ts'

type Query = BodyInput<typeof releases.summary>

const LOOKUPS_STAY = 5 * 60_000

export const releasesQuery = (query: Query) =>
  queryOptions({
    queryKey: ['release', 'list', query],
    queryFn: ({ signal }) => call(releases.summary, { body: query, signal }),
    meta: RELEASE_NEIGHBOURS,
  })

/** The versions that the release brought, and how many companies have them. */
export const releaseVersionsQuery = (id: number) =>
  queryOptions({
    queryKey: ['publication', 'of-release', id],
    queryFn: ({ signal }) => call(versions.ofRelease, { params: { id }, signal, onRefusal: 'throw' }),
    meta: { live: ['release', 'module', 'system'] },
  })

/** The number of cards a column loads at a time. */
const CARDS = 20

/** One column of the board: the releases of a step, the nearest first; published and closed ones in reverse order. */
export const columnQuery = (query: Omit<Query, 'steps'>, step: releases.ReleaseStep) =>
  infiniteQueryOptions({
    queryKey: ['release', 'column', step.id, query],
    queryFn: ({ signal, pageParam }) => {
      const isDesc = step.kind === 'published' || step.kind === 'closed'
      const order = { order_by: 'plan_date', isDesc, page: pageParam, per_page: CARDS } as const
      return call(releases.list, { body: { ...query, ...order, steps: [step.id] }, signal, onRefusal: 'throw' })
    },
    initialPageParam: 1,
    getNextPageParam: ({ to, total, current_page }) => (to !== null && to < total ? current_page + 1 : undefined),
    meta: RELEASE_NEIGHBOURS,
  })

export const descriptionQuery = (id: number, as_company?: number) =>
  queryOptions({
    queryKey: ['release', 'description', id, ...eyes(as_company)],
    queryFn: ({ signal }) =>
      call(releases.getDescription, { params: { id }, query: { as_company }, signal, onRefusal: 'throw' }),
    meta: { live: ['request', 'module', 'system'] },
    placeholderData: undefined,
  })

export const historyQuery = (id: number, as_company?: number) =>
  queryOptions({
    queryKey: ['release', 'history', id, ...eyes(as_company)],
    queryFn: ({ signal }) =>
      call(releases.getHistory, { params: { id }, query: { as_company }, signal, onRefusal: 'throw' }),
    meta: { live: ['release_step', 'user'] },
    placeholderData: undefined,
  })

export const authorsQuery = queryOptions({
  queryKey: ['release', 'authors'],
  meta: { live: ['user', 'company'] },
  queryFn: ({ signal }) => call(releases.authors, { body: {}, signal, onRefusal: 'throw' }),
  staleTime: LOOKUPS_STAY,
})

/** Requests that are in no release, for pickers. */
export const freeRequestsQuery = (search: string) =>
  queryOptions({
    queryKey: ['request', 'free', search],
    queryFn: ({ signal }) =>
      call(requests.requestsList, { query: { search, limit: 8, free: '1' }, signal, onRefusal: 'throw' }),
    enabled: search !== '',
  })

export const calculationQuery = (id: number, query: QueryInput<typeof releases.calculationRequests>) =>
  queryOptions({
    queryKey: ['release', 'calculation', id, query],
    queryFn: ({ signal }) => call(releases.calculationRequests, { params: { id }, query, signal, onRefusal: 'throw' }),
    meta: { live: ['request', 'calendar'] },
  })

/** A change of releases: everything that shows one is refetched. */
const useReleaseMutation = <Input, Reply>(mutationFn: (input: Input) => Promise<Reply>, mutationKey?: string[]) =>
  useChange({ changes: OF_RELEASE, mutationFn, ...(mutationKey && { mutationKey }) })

/** A card being moved to another step. */
export interface Move {
  row: releases.ReleaseRow
  step: releases.ReleaseStep
}
const MOVES = ['release', 'move']

const changeStep = (id: number, body: BodyInput<typeof releases.changeStep>) =>
  call(releases.changeStep, { params: { id }, body, onRefusal: 'throw' })

export const useMoveCard = () =>
  useReleaseMutation(({ row, step }: Move) => changeStep(row.id, { step_id: step.id }), MOVES)

/** Moves that the server has not confirmed yet; until then the cards are shown on their new step. */
export const useMovesUnderWay = (): Move[] =>
  useMutationState({
    filters: { mutationKey: MOVES, status: 'pending' },
    // Only useMoveCard uses this key, and its input is a Move.
    select: ({ state }) => state.variables as Move,
  })

export const useChangeStep = (id: number) =>
  useReleaseMutation((body: BodyInput<typeof releases.changeStep>) => changeStep(id, body))

export const useAddRequests = (id: number) =>
  useReleaseMutation((body: BodyInput<typeof releases.addRequests>) => addRequests(id, body))

export const useRemoveRequest = (id: number) =>
  useReleaseMutation((request: number) => call(releases.removeRequest, { params: { id, request }, onRefusal: 'throw' }))

export const useAddFiles = (id: number) =>
  useReleaseMutation((files: number[]) =>
    call(releases.addFiles, { params: { id }, body: { files }, onRefusal: 'throw' }),
  )

export const useRemoveFile = (id: number) =>
  useReleaseMutation((file: number) => call(releases.removeFile, { params: { id, file }, onRefusal: 'throw' }))

interface MovedRequests {
  from: number
  to: number
  requests: number[]
  bring: releases.Bring
}

export const useMoveRequests = () =>
  useReleaseMutation(({ from, to: release_id, ...moved }: MovedRequests) =>
    call(releases.moveRequests, { params: { id: from }, body: { ...moved, release_id }, onRefusal: 'throw' }),
  )

export const useNotPublishing = (release_id: number) =>
  useReleaseMutation((body: Omit<BodyInput<typeof releases.notPublishing>, 'release_id'>) =>
    call(releases.notPublishing, { body: { ...body, release_id }, onRefusal: 'throw' }),
  )

export const useRestoreRelease = (id: number) =>
  useReleaseMutation(() => call(releases.restore, { params: { id }, onRefusal: 'throw' }))

/**
 * Shows the release to clients or hides it.
 * @throws 409 when somebody has saved it meanwhile
 */
export const useSetVisible = ({ id, title, start_date, plan_date, version }: releases.ReleaseDetail) =>
  useReleaseMutation((is_visible_for_client: boolean) =>
    saveRelease(id, { title, start_date, plan_date, is_visible_for_client, version }, newKey()),
  )

export const saveComment = (id: number, comment: string, version: number) =>
  call(releases.saveComment, { params: { id }, body: { comment, version }, onRefusal: 'throw' })

export const saveTerms = (release_id: number, terms: string, version: number) =>
  call(releases.saveTerms, { body: { release_id, terms, version }, onRefusal: 'throw' })

export const saveDescription = (id: number, description: string, version: number) =>
  call(releases.saveDescription, { params: { id }, body: { description, version }, onRefusal: 'throw' })
