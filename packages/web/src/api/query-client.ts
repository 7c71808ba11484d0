import { MutationCache, QueryCache, QueryClient, hashKey, keepPreviousData, notifyManager } from '@tanstack/react-query'
import { isApiError, isServerFault } from './api-error.ts'
import type { ApiError } from './api-error.ts'
import {
  concerns,
  createOwnChanges,
  declaredBy,
  hasChangedNothing,
  isDeclared,
  isOnly,
  isUnanswered,
  type Changed,
} from './changes.ts'
import { isWorthRetrying, retryDelay } from './retrying.ts'

type Answer = (error: ApiError) => void
let answerRefusal: Answer = () => {}
let showFault: (error: unknown) => unknown = () => {}
let notifyUnsaved: (error: unknown) => unknown = () => {}

/** Sets how the routes handle 401, 403 and 404 of a page load (brief, section 8). */
export const onRefusedPage = (answer: Answer): void => {
  answerRefusal = answer
}

/** Sets what is shown when the server fails: for a screen that has nothing else to show, and for a save. */
export const onServerFault = (show: typeof showFault, unsaved: typeof notifyUnsaved): void => {
  showFault = show
  notifyUnsaved = unsaved
}

// With the default timer, a ticked checkbox whose state is kept here would flicker back for a moment.
notifyManager.setScheduler(queueMicrotask)

/** The changes made by this browser. */
export const ownChanges = createOwnChanges(() => performance.now())

/** Query keys begin with the entity they show (`['release', id]`), by which live changes find them. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (isApiError(error) && (error.status === 401 || error.onRefusal === 'page')) answerRefusal(error)
      if (query.state.data === undefined && isServerFault(error)) showFault(error)
    },
  }),
  // Each change has one answer: the reply is put where it belongs, and everything else the change makes outdated is
  // refetched once.
  mutationCache: new MutationCache({
    onMutate: (_input, mutation) => ownChanges.begin(declaredBy(mutation).changes),
    onSuccess: (reply, input, _context, mutation) => {
      if (isForgotten(mutation)) return
      declaredBy(mutation)
        .put?.(reply, input)
        .forEach(([key, data]) => queryClient.setQueryData(key, data))
    },
    onSettled: (reply, error, input, _context, mutation) => {
      const { changes, put, gone, isOverAtOnce } = declaredBy(mutation)
      ownChanges.end(changes)
      if (changes.length === 0 || hasChangedNothing(error)) return undefined
      const fresh = new Set((error ? [] : (put?.(reply, input) ?? [])).map(([key]) => hashKey(key)))
      const isOld = concerns(new Set(changes))
      const isGone = gone && !error ? isOnly(gone(input)) : undefined
      if (isGone) void queryClient.invalidateQueries({ predicate: isGone, refetchType: 'none' })
      const refetched = queryClient.invalidateQueries({
        // What was being fetched when the reply came may have been read before the change, and would replace the reply.
        predicate: (query) =>
          isOld(query) && !isGone?.(query) && (!fresh.has(query.queryHash) || query.state.fetchStatus !== 'idle'),
      })
      return isOverAtOnce || isUnanswered(error) ? undefined : refetched
    },
    // A refused save shows its sentence where it was made; only an ended session concerns the whole page.
    onError: (error, _input, _context, mutation) => {
      if (isApiError(error) && error.status === 401) answerRefusal(error)
      if (!isServerFault(error)) return
      if (isDeclared(mutation)) notifyUnsaved(error)
      else showFault(error)
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

const isForgotten = (mutation: object): boolean =>
  !queryClient
    .getMutationCache()
    .getAll()
    .some((each) => each === mutation)

/**
 * Forgets the changes of a session that has ended: those still waiting for their turn would be sent as whoever signs in
 * next, and the reply of one that is under way is not shown to them.
 */
export function forgetChanges(): void {
  queryClient.getMutationCache().clear()
  ownChanges.forget()
}

/** Refetches whatever shows one of these, for cases where no change of this browser declares it (`useChange`). */
export const invalidate = (changed: readonly Changed[]): Promise<void> =>
  queryClient.invalidateQueries({ predicate: concerns(new Set(changed)) })
