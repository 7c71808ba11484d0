import { useMutation } from '@tanstack/react-query'
import type { Mutation, Query, QueryKey, UseMutationOptions } from '@tanstack/react-query'
import { isApiError, isNetworkFailure } from './api-error.ts'
import type { Entity } from './entity.ts'

/** What a change makes outdated: entities, and data that belongs to a single person. */
export type Changed = Entity | 'tokens' | 'own-sessions' | 'subscription' | 'deleted' | 'bell'

/** A part of the reply that equals what a query would be answered now. */
export type Put = readonly [key: QueryKey, data: unknown]

/** A thing that has been deleted. */
export interface Gone {
  entity: Entity
  id: number
}

/** The effects of a mutation, declared once and carried out by `query-client.ts`. */
interface Declared<Input, Reply> {
  /** Whatever shows one of these is refetched once, when the change is finished. */
  changes: readonly Changed[]
  /** The queries the reply belongs to: it is shown at once and not fetched again. */
  put?: (reply: Reply, input: Input) => readonly Put[]
  /**
   * The thing that is no more after it: its page, which leads on by itself, does not ask for it again, or the refusal
   * would lead to the error page first.
   */
  gone?: (input: Input) => Gone
  /**
   * Whether the change is finished when its reply arrives; otherwise it is in progress until the screen has refetched.
   * Defaults to true when `put` or `gone` is given: the screen shows all of it, or is left.
   */
  isOverAtOnce?: boolean
}

/** `useMutation` for something that changes what screens show. */
export type ChangeOptions<Input, Reply, Context = unknown> = UseMutationOptions<Reply, Error, Input, Context> &
  Declared<Input, Reply>

export const useChange = <Input, Reply, Context = unknown>({
  changes,
  put,
  gone,
  isOverAtOnce = put !== undefined || gone !== undefined,
  ...options
}: ChangeOptions<Input, Reply, Context>) =>
  // The meta is untyped, but it is always used with the reply and input that `put` and `gone` were written for.
  useMutation({
    ...options,
    meta: {
      changes,
      isOverAtOnce,
      put: put as ((reply: unknown, input: unknown) => readonly Put[]) | undefined,
      gone: gone as ((input: unknown) => Gone) | undefined,
    },
  })

/** How long after a change is finished the server may still send this browser an event about it, in ms. */
const REPORTED_WITHIN = 3000

/** Keeps track of this browser's changes that are in progress or just finished: events about them bring nothing new. */
export function createOwnChanges(now: () => number) {
  const underWay = new Map<string, number>()
  const overAt = new Map<string, number>()
  return {
    begin: (changes: readonly string[]) => changes.forEach((each) => underWay.set(each, (underWay.get(each) ?? 0) + 1)),
    end(changes: readonly string[]) {
      for (const each of changes) {
        underWay.set(each, Math.max(0, (underWay.get(each) ?? 0) - 1))
        overAt.set(each, now())
      }
    },
    /** Changes that never end are not waited for. */
    forget() {
      underWay.clear()
      overAt.clear()
    },
    /**
     * Checks whether the reply of a call already covers this browser's own event about the entity; «all» stands for
     * every entity that was declared.
     */
    covers(entity: string): boolean {
      const names = entity === 'all' ? [...underWay.keys()] : [entity]
      return names.some(
        (name) => (underWay.get(name) ?? 0) > 0 || now() - (overAt.get(name) ?? -REPORTED_WITHIN) < REPORTED_WITHIN,
      )
    },
  }
}

/** Many things that change together affect neither who is signed in, with their own settings, nor how people sign in. */
const OF_SESSION = new Set<unknown>(['session', 'entrance'])

/**
 * Matches the queries that show one of the changed entities: by the entity their key begins with or by those in
 * `meta.live`. «all» matches every thing.
 */
export const concerns =
  (changed: ReadonlySet<string>) =>
  ({ queryKey: [about], meta }: Pick<Query, 'queryKey' | 'meta'>): boolean =>
    (changed.has('all') && !OF_SESSION.has(about)) ||
    changed.has(String(about)) ||
    (meta?.live ?? []).some((entity) => changed.has(entity))

/** Matches the queries that are about this thing only. */
export const isOnly =
  ({ entity, id }: Gone) =>
  ({ queryKey: [about], meta }: Pick<Query, 'queryKey' | 'meta'>): boolean =>
    about === entity && meta?.thing === id

/** Checks whether the input was refused (422), so that nothing differs from what the screen shows. */
export const hasChangedNothing = (error: unknown): boolean => isApiError(error) && error.status === 422

/**
 * Checks whether the server could not answer. What is refetched then is retried for as long as that lasts, which may be
 * minutes, while the person is asked to repeat the change.
 */
export const isUnanswered = (error: unknown): boolean =>
  isNetworkFailure(error) || (isApiError(error) && error.status >= 500)

/** Checks whether the mutation saves something (`useChange`); a sign-in or a check changes nothing. */
export const isDeclared = ({ options: { meta } }: Mutation<unknown, unknown>): boolean => meta?.changes !== undefined

export const declaredBy = ({ options: { meta } }: Mutation<unknown, unknown>) => ({
  changes: meta?.changes ?? [],
  isOverAtOnce: meta?.isOverAtOnce === true,
  put: meta?.put,
  gone: meta?.gone,
})
