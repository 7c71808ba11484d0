import type { Query, QueryClient } from '@tanstack/react-query'
import type { live } from '@vypusk/contract'
import { concerns } from './changes.ts'
import type { Entity } from './entity.ts'
import { isPage, verdictOf, withRows } from './verdict.ts'

/**
 * What others have changed, as the server tells it: gathered, and asked for again as little as it can be, by each browser at a
 * moment of its own (docs/decisions/0133).
 */

type Changed = Pick<live.LiveEvent, 'entity' | 'id' | 'listeners'>

/** A burst of changes is asked for once, ms. */
const GATHER = 250
/** A list is asked for within so many ms where few listen. */
const LIST_AT_LEAST = 1000
/** So many ms are left to each who listens: what the server does for all of them then leaves it room. */
const OF_A_ROW = 5
const OF_A_LIST = 30
/** Rows that have not come by then are asked for with their list, ms. */
const ROWS_WAIT = 60_000

interface FollowingOptions {
  client: QueryClient
  /** What others did is asked for now, however long ago it was told of. */
  onAsking: () => void
  /** From 0 to 1. */
  chance?: () => number
}

/** Gathers what is said until a moment within the time it is given at the first. */
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

/** Asks for answers again, those that somebody looks at at once. */
const createAsking =
  ({ client, onAsking }: FollowingOptions) =>
  (hashes: ReadonlySet<string>) => {
    if (hashes.size === 0) return
    onAsking()
    client.invalidateQueries({ predicate: ({ queryHash }) => hashes.has(queryHash) }).catch(() => {})
  }

/** Asks for rows of a list and puts them where they stand. @returns whether the rest of the list is what it was */
async function askRows({ client, onAsking }: FollowingOptions, query: Query, ids: number[]): Promise<boolean> {
  const { data } = query.state
  const { rows } = query.meta ?? {}
  if (!rows || !isPage(data)) return false
  const came = await rows.ask(ids, AbortSignal.timeout(ROWS_WAIT)).catch(() => undefined)
  // What was asked for meanwhile, or is being saved, is newer than what came.
  if (!came || query.state.data !== data || query.state.fetchStatus !== 'idle' || client.isMutating() > 0) return false
  const { page, isRestSame } = withRows(data, ids, came, rows)
  onAsking()
  client.setQueryData(query.queryKey, page)
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
  const askWhole = createAsking(options)
  const askLater = createGathering(askWhole)
  const leave = ({ queryHash }: Query) => askLater(queryHash, chance() * Math.max(LIST_AT_LEAST, listeners * OF_A_LIST))
  const take = createGathering((changed: Set<Changed>) => {
    const changes = changesIn(changed)
    const now = new Set<string>()
    for (const query of client.getQueryCache().findAll({ predicate: concerns(new Set(changes.keys())) })) {
      const { whole, rows } = verdictOf(query, changes)
      // What nobody looks at is only marked: it is asked for when somebody does.
      const isLookedAt = query.isActive()
      if (whole === 'now' || (!isLookedAt && (whole === 'later' || rows.length > 0))) now.add(query.queryHash)
      else if (whole === 'later') leave(query)
      if (isLookedAt && rows.length > 0) void askRows(options, query, rows).then((isSame) => isSame || leave(query))
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
