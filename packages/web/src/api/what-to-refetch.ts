import type { Query } from '@tanstack/react-query'
import type { Page } from '@vypusk/contract'
import type { Entity } from './entity.ts'
import type { ListRows, QueryMeta, Row } from './query-meta.ts'

/** Decides what has to be refetched of an answer on the screen after other people's changes. Pure. */

/** The ids that were reported for each entity; 0 stands for many things. */
export type Changes = ReadonlyMap<Entity, ReadonlySet<number>>

interface Known extends Pick<Query, 'queryKey'> {
  meta: QueryMeta | undefined
  state: Pick<Query['state'], 'data' | 'fetchStatus'>
}

export const isPage = (data: unknown): data is Page<Row> =>
  typeof data === 'object' && data !== null && 'data' in data && Array.isArray(data.data)

/**
 * Returns the ids of the changed things if all changes are of the answer's own kind and each is known by id; otherwise
 * undefined.
 */
function onlyOwnKind({ queryKey: [about], meta }: Known, changes: Changes): ReadonlySet<number> | undefined {
  const isOther = (meta?.live ?? []).some((entity) => entity !== about && changes.has(entity))
  const ids = changes.get(about as Entity)
  return isOther || changes.has('all') || ids?.has(0) ? undefined : ids
}

export interface Verdict {
  /** Whether all of it is refetched: at once, when the server has room, or not at all. */
  whole: 'now' | 'later' | 'never'
  /** The ids of the rows to refetch. */
  rows: number[]
}

export function verdictOf(query: Known, changes: Changes): Verdict {
  const { meta, state } = query
  const ids = onlyOwnKind(query, changes)
  if (meta?.thing !== undefined && ids) return { whole: ids.has(meta.thing) ? 'now' : 'never', rows: [] }
  if (!meta?.rows || !ids || state.fetchStatus !== 'idle' || !isPage(state.data)) return { whole: 'later', rows: [] }
  const rows = state.data.data.flatMap(({ id }) => (ids.has(id) ? [id] : []))
  // A thing that is not on the page may have come into the list or be counted in it.
  return { whole: rows.length < ids.size ? 'later' : 'never', rows }
}

/** Returns the page with fresh rows, and whether the rest of the list is unchanged. */
export function withRows(page: Page<Row>, ids: number[], fetched: Row[], list: ListRows) {
  const fresh = new Map(fetched.map((row) => [row.id, row]))
  const isInPlace = (row: Row) => {
    const now = fresh.get(row.id)
    return now ? JSON.stringify(list.placeOf(now)) === JSON.stringify(list.placeOf(row)) : !ids.includes(row.id)
  }
  return {
    page: { ...page, data: page.data.map((row) => fresh.get(row.id) ?? row) },
    isRestSame: page.data.every(isInPlace),
  }
}
