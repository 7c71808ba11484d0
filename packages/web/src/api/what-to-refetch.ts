import type { Query } from '@tanstack/react-query'
import type { Page } from '@vypusk/contract'
import type { Entity } from './entity.ts'
import type { Changes, ListRows, Parts, QueryMeta, Refreshed, Row, Verdict } from './query-meta.ts'

/** Decides what has to be refetched of an answer on the screen after other people's changes. Pure. */

interface Known extends Pick<Query, 'queryKey'> {
  meta: QueryMeta | undefined
  state: Pick<Query['state'], 'data' | 'fetchStatus'>
}

const isPage = (data: unknown): data is Page<Row> =>
  typeof data === 'object' && data !== null && 'data' in data && Array.isArray(data.data)

/**
 * Returns the changes if all that concern the answer are of these kinds and each thing is known by id; otherwise
 * undefined.
 */
function onlyOf(kinds: readonly Entity[], { queryKey: [about], meta }: Known, changes: Changes): Changes | undefined {
  const concerning = [about as Entity, ...(meta?.live ?? [])].filter((entity) => changes.has(entity))
  const isOther = concerning.some((entity) => !kinds.includes(entity) || changes.get(entity)?.has(0))
  return isOther || concerning.length === 0 || changes.has('all') ? undefined : changesOf(concerning, changes)
}

const changesOf = (entities: readonly Entity[], changes: Changes): Changes =>
  new Map(entities.map((entity) => [entity, changes.get(entity) ?? new Set()]))

const NONE: Changes = new Map()
const LATER: Verdict = { whole: 'later', parts: NONE }

/** The rows of a page are its parts. */
const pageParts = (about: Entity, list: ListRows): Parts => ({
  kinds: [about],
  among: (data, changes) => {
    const ids = changes.get(about) ?? new Set()
    const shown = isPage(data) ? data.data.flatMap(({ id }) => (ids.has(id) ? [id] : [])) : []
    // A thing that is not on the page may have come into the list or be counted in it.
    return { whole: shown.length < ids.size ? 'later' : 'never', parts: new Map([[about, new Set(shown)]]) }
  },
  ask: (changes, signal) => list.ask([...(changes.get(about) ?? [])], signal),
  put: (data, changes, fetched) => withRows(data as Page<Row>, [...(changes.get(about) ?? [])], fetched as Row[], list),
})

/** How parts of the query's answer are fetched; undefined when only the whole can be. */
export function partsOf({ queryKey: [about], meta }: Pick<Query, 'queryKey' | 'meta'>): Parts | undefined {
  return meta?.parts ?? (meta?.rows && pageParts(about as Entity, meta.rows))
}

export function verdictOf(query: Known, changes: Changes): Verdict {
  const { queryKey, meta, state } = query
  const about = onlyOf([queryKey[0] as Entity], query, changes)?.get(queryKey[0] as Entity)
  if (meta?.thing !== undefined && about) return { whole: about.has(meta.thing) ? 'now' : 'never', parts: NONE }
  const parts = partsOf(query)
  const known = parts && onlyOf(parts.kinds, query, changes)
  if (!known || state.fetchStatus !== 'idle' || state.data === undefined) return LATER
  return parts.among(state.data, known)
}

/** Whether some parts are refetched. */
export const hasParts = ({ parts }: Verdict): boolean => [...parts.values()].some(({ size }) => size > 0)

/** Returns the page with fresh rows, and whether the rest of the list is unchanged. */
export function withRows(page: Page<Row>, ids: number[], fetched: Row[], list: ListRows): Refreshed {
  const fresh = new Map(fetched.map((row) => [row.id, row]))
  const isInPlace = (row: Row) => {
    const now = fresh.get(row.id)
    return now ? JSON.stringify(list.placeOf(now)) === JSON.stringify(list.placeOf(row)) : !ids.includes(row.id)
  }
  return {
    data: { ...page, data: page.data.map((row) => fresh.get(row.id) ?? row) },
    isRestSame: page.data.every(isInPlace),
  }
}
