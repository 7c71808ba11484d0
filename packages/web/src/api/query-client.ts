import { MutationCache, QueryCache, QueryClient, hashKey, keepPreviousData, notifyManager } from '@tanstack/react-query'
import { isApiError, isServerFault } from './api-error.ts'
import type { ApiError } from './api-error.ts'
import { concerns, createOwnChanges, declaredBy, hasChangedNothing, isDeclared, type Changed } from './changes.ts'
import { isWorthRetrying, retryDelay } from './retrying.ts'
import { keepFocus } from '../ui/focus.ts'

type Answer = (error: ApiError) => void
let answerRefusal: Answer = () => {}
let showFault: (error: unknown) => unknown = () => {}
let sayUnsaved: (error: unknown) => unknown = () => {}

/** The routes say what 401, 403 and 404 of a page load do (brief, section 8). */
export const onRefusedPage = (answer: Answer): void => {
  answerRefusal = answer
}

/** What a failure of the server shows: of every screen that has nothing to show instead, and of every save. */
export const onServerFault = (show: typeof showFault, unsaved: typeof sayUnsaved): void => {
  showFault = show
  sayUnsaved = unsaved
}

// With the timer it uses otherwise, a ticked box whose state is kept here falls back for a moment before it holds.
notifyManager.setScheduler(queueMicrotask)

/** What this browser changes itself. */
export const ownChanges = createOwnChanges(() => performance.now())

/** Query keys begin with the entity they show (`['release', id]`): live changes find them by it. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (isApiError(error) && (error.status === 401 || error.onRefusal === 'page')) answerRefusal(error)
      if (query.state.data === undefined && isServerFault(error)) showFault(error)
    },
  }),
  // One change, one answer: the reply is put where it belongs, and whatever else the change makes old is asked anew, once.
  mutationCache: new MutationCache({
    onMutate: (_input, mutation) => ownChanges.begin(declaredBy(mutation).changes),
    onSuccess: (reply, input, _context, mutation) =>
      declaredBy(mutation)
        .put?.(reply, input)
        .forEach(([key, data]) => queryClient.setQueryData(key, data)),
    onSettled: (reply, error, input, _context, mutation) => {
      const { changes, put, isOverAtOnce } = declaredBy(mutation)
      ownChanges.end(changes)
      if (changes.length === 0 || hasChangedNothing(error)) return undefined
      const fresh = new Set((error ? [] : (put?.(reply, input) ?? [])).map(([key]) => hashKey(key)))
      const isOld = concerns(new Set(changes))
      const refetched = queryClient.invalidateQueries({
        predicate: (query) => isOld(query) && !fresh.has(query.queryHash),
      })
      return isOverAtOnce ? undefined : refetched
    },
    // A refused save shows its sentence where it was made; only a dead session concerns the page.
    onError: (error, _input, _context, mutation) => {
      if (isApiError(error) && error.status === 401) answerRefusal(error)
      if (!isServerFault(error)) return
      if (isDeclared(mutation)) sayUnsaved(error)
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

/** Has whatever shows one of these asked anew, where no change of this browser says it (`useChange`). */
export const askAnew = (changed: readonly Changed[]): Promise<void> =>
  queryClient.invalidateQueries({ predicate: concerns(new Set(changed)) })

/** By the save: the keyboard for who had it when the save began. */
const givingBack = new WeakMap<object, () => void>()

// After a refusal Enter tries again.
queryClient.getMutationCache().subscribe((event) => {
  if (event.type !== 'updated') return
  if (event.action.type === 'pending') givingBack.set(event.mutation, keepFocus())
  if (event.action.type === 'error') givingBack.get(event.mutation)?.()
})
