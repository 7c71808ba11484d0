import { useMutation } from '@tanstack/react-query'
import type { Mutation, Query, QueryKey, UseMutationOptions } from '@tanstack/react-query'
import { isApiError } from './api-error.ts'
import type { Entity } from './entity.ts'

/** What a change makes old: entities, and what only its own person has. */
export type Changed = Entity | 'tokens' | 'trackers' | 'own-sessions' | 'subscription' | 'deleted' | 'bell'

/** A part of the reply that is what a query would be answered now. */
export type Put = readonly [key: QueryKey, data: unknown]

/** What is said of a mutation once; `query-client.ts` carries it out. */
interface Declared<Input, Reply> {
  /** Whatever shows one of these is asked anew, once, when the change is over. */
  changes: readonly Changed[]
  /** Where the reply belongs: it is shown at once and not asked for again. */
  put?: (reply: Reply, input: Input) => readonly Put[]
  /**
   * Whether the change is over with its reply; otherwise it is under way until the screen has asked anew. Where the
   * reply is put it is, unless said here.
   */
  isOverAtOnce?: boolean
}

/** `useMutation` of something that changes what screens show. */
export type ChangeOptions<Input, Reply, Context = unknown> = UseMutationOptions<Reply, Error, Input, Context> &
  Declared<Input, Reply>

export const useChange = <Input, Reply, Context = unknown>({
  changes,
  put,
  isOverAtOnce = put !== undefined,
  ...options
}: ChangeOptions<Input, Reply, Context>) =>
  // The meta knows nothing of types: it is read beside the very reply and input it was written for.
  useMutation({
    ...options,
    meta: { changes, isOverAtOnce, put: put as ((reply: unknown, input: unknown) => readonly Put[]) | undefined },
  })

/** How long after a change is over the server may still tell this browser of it. */
const TOLD_WITHIN = 3000

/** Which changes of this browser are under way or lately over: their own events bring nothing new. */
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
    /** Whether the reply of a call covers an own event of the entity; «all» stands for whatever it declared. */
    covers(entity: string): boolean {
      const names = entity === 'all' ? [...underWay.keys()] : [entity]
      return names.some(
        (name) => (underWay.get(name) ?? 0) > 0 || now() - (overAt.get(name) ?? -TOLD_WITHIN) < TOLD_WITHIN,
      )
    },
  }
}

/** Who is signed in, and how one signs in, no change of a thing makes old. */
const OF_SESSION = new Set<unknown>(['session', 'entrance'])

/** What shows one of these: by the entity its key begins with, or that it says it follows; «all» is everything. */
export const concerns =
  (changed: ReadonlySet<string>) =>
  ({ queryKey: [about], meta }: Pick<Query, 'queryKey' | 'meta'>): boolean =>
    changed.has('all')
      ? !OF_SESSION.has(about)
      : changed.has(String(about)) || (meta?.live ?? []).some((entity) => changed.has(entity))

/** Refused for what was typed: nothing is different from what the screen shows. */
export const hasChangedNothing = (error: unknown): boolean => isApiError(error) && error.status === 422

/** Something is saved by it (`useChange`): a sign-in or a check changes nothing. */
export const isDeclared = ({ options: { meta } }: Mutation<unknown, unknown>): boolean => meta?.changes !== undefined

export const declaredBy = ({ options: { meta } }: Mutation<unknown, unknown>) => ({
  changes: meta?.changes ?? [],
  isOverAtOnce: meta?.isOverAtOnce === true,
  put: meta?.put,
})
