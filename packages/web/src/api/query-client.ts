import type { live } from '@vypusk/contract'
import { MutationCache, QueryCache, QueryClient, keepPreviousData, notifyManager } from '@tanstack/react-query'
import { isApiError } from './api-error.ts'
import type { ApiError } from './api-error.ts'
import { isWorthRetrying, retryDelay } from './retrying.ts'
import { keepFocus } from '../ui/focus.ts'

export type Entity = live.LiveEvent['entity']

declare module '@tanstack/react-query' {
  interface Register {
    /** `live`: entities whose change makes this answer old, besides the one its key begins with. */
    queryMeta: { live?: readonly Entity[] }
  }
}

type Answer = (error: ApiError) => void
let answerRefusal: Answer = () => {}

/** The routes say what 401, 403 and 404 of a page load do (brief, section 8). */
export const onRefusedPage = (answer: Answer): void => {
  answerRefusal = answer
}

// With the timer it uses otherwise, a ticked box whose state is kept here falls back for a moment before it holds.
notifyManager.setScheduler(queueMicrotask)

/** Query keys begin with the entity they show (`['release', id]`): live changes find them by it. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (isApiError(error) && (error.status === 401 || error.onRefusal === 'page')) answerRefusal(error)
    },
  }),
  mutationCache: new MutationCache({
    // A refused save shows its sentence where it was made; only a dead session concerns the page.
    onError: (error) => {
      if (isApiError(error) && error.status === 401) answerRefusal(error)
    },
  }),
  defaultOptions: {
    queries: {
      placeholderData: keepPreviousData,
      staleTime: 30_000,
      networkMode: 'always',
      retry: isWorthRetrying,
      retryDelay,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** By the save: the keyboard for who had it when the save began. */
const givingBack = new WeakMap<object, () => void>()

// After a refusal Enter tries again.
queryClient.getMutationCache().subscribe((event) => {
  if (event.type !== 'updated') return
  if (event.action.type === 'pending') givingBack.set(event.mutation, keepFocus())
  if (event.action.type === 'error') givingBack.get(event.mutation)?.()
})
