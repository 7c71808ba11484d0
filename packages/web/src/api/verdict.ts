import type { Query } from '@tanstack/react-query'
import type { Page } from '@vypusk/contract'
import type { Entity } from './entity.ts'
import type { ListRows, QueryMeta, Row } from './query-meta.ts'

/** What a change that others made asks of an answer that a screen has. Pure. */

/** The ids of each kind that were told of; 0 stands for many. */
export type Changes = ReadonlyMap<Entity, ReadonlySet<number>>

interface Known extends Pick<Query, 'queryKey'> {
  meta: QueryMeta | undefined
  state: Pick<Query['state'], 'data' | 'fetchStatus'>
}

export const isPage = (data: unknown): data is Page<Row> =>
  typeof data === 'object' && data !== null && 'data' in data && Array.isArray(data.data)

/** What was changed, where nothing but things of the answer's own kind was, each by its number. */
function onlyOwnKind({ queryKey: [about], meta }: Known, changes: Changes): ReadonlySet<number> | undefined {
  const isOther = (meta?.live ?? []).some((entity) => entity !== about && changes.has(entity))
  const ids = changes.get(about as Entity)
  return isOther || changes.has('all') || ids?.has(0) ? undefined : ids
}

export interface Verdict {
  /** All of it is asked for again: at once, when there is room, or not. */
  whole: 'now' | 'later' | 'never'
  /** These rows of it are asked for. */
  rows: number[]
}

export function verdictOf(query: Known, changes: Changes): Verdict {
  const { meta, state } = query
  const ids = onlyOwnKind(query, changes)
  if (meta?.thing !== undefined && ids) return { whole: ids.has(meta.thing) ? 'now' : 'never', rows: [] }
  if (!meta?.rows || !ids || state.fetchStatus !== 'idle' || !isPage(state.data)) return { whole: 'later', rows: [] }
  const rows = state.data.data.flatMap(({ id }) => (ids.has(id) ? [id] : []))
  // What is not shown may have come to the list, or have been counted.
  return { whole: rows.length < ids.size ? 'later' : 'never', rows }
}

/** The page with rows as they are now, and whether the rest of it is what it was. */
export function withRows(page: Page<Row>, ids: number[], came: Row[], list: ListRows) {
  const fresh = new Map(came.map((row) => [row.id, row]))
  const isInPlace = (row: Row) => {
    const now = fresh.get(row.id)
    return now ? JSON.stringify(list.placeOf(now)) === JSON.stringify(list.placeOf(row)) : !ids.includes(row.id)
  }
  return {
    page: { ...page, data: page.data.map((row) => fresh.get(row.id) ?? row) },
    isRestSame: page.data.every(isInPlace),
  }
}
