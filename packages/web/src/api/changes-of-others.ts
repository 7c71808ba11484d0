import type { Query, QueryClient } from '@tanstack/react-query'
import type { live } from '@vypusk/contract'
import { concerns } from './changes.ts'
import type { Entity } from './entity.ts'
import type { Changes } from './query-meta.ts'
import { hasParts, partsOf, verdictOf } from './what-to-refetch.ts'

/**
 * Follows other people's changes as the server reports them: collects them and refetches as little as possible, each
 * browser at a slightly different moment (docs/decisions/0133).
 */

type Changed = Pick<live.LiveEvent, 'entity' | 'id' | 'listeners'>

/** A burst of changes is refetched once, in ms. */
const GATHER = 250
/** With few listeners, a list is refetched within this time, in ms. */
const LIST_AT_LEAST = 1000
/**
 * Every listener adds this much to the time within which it refetches, in ms, so that the server is not overloaded by
 * all of them.
 */
const OF_A_ROW = 5
const OF_A_LIST = 30
/** Parts that have not arrived within this time are refetched together with the whole answer, in ms. */
const PARTS_WAIT = 60_000

interface FollowingOptions {
  client: QueryClient
  /** Called when other people's changes are fetched, which may be long after they were reported. */
  onFetching: () => void
  /** A random number from 0 to 1. */
  chance?: () => number
}

/** Collects things and hands them over at once, after the time that was given with the first of them. */
function createGathering<Thing>(use: (gathered: Set<Thing>) => void) {
  let gathered = new Set<Thing>()
  return (thing: Thing, ms: number) => {
    if (gathered.size === 0) {
      setTimeout(() => {
        const due = gathered
        gathered = new Set()
        use(due)
      }, ms)
    }
    gathered.add(thing)
  }
}

/** Refetches queries: those that are on the screen at once, the others when they are shown. */
const createRefetching =
  ({ client, onFetching }: FollowingOptions) =>
  (hashes: ReadonlySet<string>) => {
    if (hashes.size === 0) return
    onFetching()
    client.invalidateQueries({ predicate: ({ queryHash }) => hashes.has(queryHash) }).catch(() => {})
  }

/**
 * Refetches some parts of an answer and puts them in their places.
 * @returns whether the rest of it is unchanged
 */
async function askParts({ client, onFetching }: FollowingOptions, query: Query, changes: Changes): Promise<boolean> {
  const { data: kept } = query.state
  const parts = partsOf(query)
  const fetched = await parts?.ask(changes, AbortSignal.timeout(PARTS_WAIT)).catch(() => undefined)
  // Data that has been fetched meanwhile, or is being saved, is newer than these parts.
  if (!parts || !fetched || query.state.data !== kept || query.state.fetchStatus !== 'idle' || client.isMutating() > 0)
    return false
  const { data, isRestSame } = parts.put(kept, changes, fetched)
  onFetching()
  client.setQueryData(query.queryKey, data)
  return isRestSame
}

function changesIn(changed: Set<Changed>): Map<Entity, Set<number>> {
  const changes = new Map<Entity, Set<number>>()
  for (const { entity, id } of changed) changes.set(entity, (changes.get(entity) ?? new Set()).add(id))
  return changes
}

export function createFollowing(options: FollowingOptions) {
  const { client, chance = Math.random } = options
  let listeners = 0
  const askWhole = createRefetching(options)
  const askLater = createGathering(askWhole)
  const leave = ({ queryHash }: Query) => askLater(queryHash, chance() * Math.max(LIST_AT_LEAST, listeners * OF_A_LIST))
  const take = createGathering((changed: Set<Changed>) => {
    const changes = changesIn(changed)
    const now = new Set<string>()
    for (const query of client.getQueryCache().findAll({ predicate: concerns(new Set(changes.keys())) })) {
      const verdict = verdictOf(query, changes)
      const { whole, parts } = verdict
      // Queries that are not on the screen are only marked as outdated and refetched when they are shown.
      const isLookedAt = query.isActive()
      if (whole === 'now' || (!isLookedAt && (whole === 'later' || hasParts(verdict)))) now.add(query.queryHash)
      else if (whole === 'later') leave(query)
      if (isLookedAt && hasParts(verdict)) void askParts(options, query, parts).then((isSame) => isSame || leave(query))
    }
    askWhole(now)
  })
  return {
    note: (changed: Changed) => {
      listeners = changed.listeners ?? 0
      take(changed, GATHER + chance() * listeners * OF_A_ROW)
    },
  }
}
