import { useRouterState } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useNavigateIfHere } from '../link/useNavigateIfHere.ts'
import { emptyValues, readValues, sameValues, thingId, writeValues } from './codecs.ts'
import type { Schema, ValuesOf } from './codecs.ts'
import type { Search } from './search.ts'

export const PAGE_SIZES = [50, 100, 200] as const
const DEFAULT_PAGE_SIZE = 50
/** The last page that may be requested, whatever the address says. */
const LAST_PAGE = 1_000_000

export interface Order {
  order_by: string
  isDesc: boolean
}

/** How a list can be sorted, and its default order. */
export interface Sorting<Key extends string> {
  /** The call's own `order_by` keys; others in the address are ignored. */
  keys: readonly Key[]
  order_by: Key
  isDesc: boolean
}

interface Paging<Key extends string> {
  page: number
  per_page: number
  order_by: Key
  isDesc: boolean
}

/** Only the filters that are set. */
export type ActiveFilters<S extends Schema> = { [Name in keyof S]?: NonNullable<ValuesOf<S>[Name]> }

/** What a list shows: its filters, order, page and open row, all of which are stored in the address. */
export interface ListState<S extends Schema, Key extends string = string> {
  schema: S
  values: ValuesOf<S>
  paging: Paging<Key>
  /** The set filters and the page: the body of the list's call. */
  query: ActiveFilters<S> & Paging<Key>
  /** Id of the row whose side panel is open. */
  open: number | null
  isFiltered: boolean
  /** Changes filters and returns to the first page; `typing` adds no step to the browser's history. */
  setValues: (values: Partial<ValuesOf<S>>, how?: 'typing') => void
  reset: () => void
  /** `walking` keeps the panel open and adds no step to the browser's history. */
  setPage: (page: number, how?: 'walking') => void
  setPageSize: (per_page: number) => void
  setOrder: (order: Order | null) => void
  setOpen: (id: number | null, how?: 'walking') => void
}

function readPaging<Key extends string>(search: Search, sorting: Sorting<Key>): Paging<Key> {
  const page = thingId(search['page']) ?? 1
  const per_page = thingId(search['per_page'])
  const chosen = sorting.keys.find((key) => key === search['order_by'])
  return {
    page: page <= LAST_PAGE ? page : 1,
    per_page: PAGE_SIZES.find((size) => size === per_page) ?? DEFAULT_PAGE_SIZE,
    order_by: chosen ?? sorting.order_by,
    isDesc: chosen === undefined ? sorting.isDesc : search['isDesc'] === 'true',
  }
}

const filled = <Values extends object>(values: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  ) as Partial<Values>

type Write = (change: Record<string, string | undefined>, replace?: boolean) => void

/** The actions that change the address; changing filters or the page size returns to the first page. */
const actionsOf = <S extends Schema>(schema: S, write: Write) => ({
  setValues: (values: Partial<ValuesOf<S>>, how?: 'typing') =>
    write({ ...writeValues(schema, values), page: undefined, open: undefined }, how === 'typing'),
  reset: () => write({ ...writeValues(schema, emptyValues(schema)), page: undefined, open: undefined }),
  setPage: (page: number, how?: 'walking') =>
    write({ page: page === 1 ? undefined : String(page), ...(how ? {} : { open: undefined }) }, how === 'walking'),
  setPageSize: (size: number) =>
    write({ per_page: size === DEFAULT_PAGE_SIZE ? undefined : String(size), page: undefined }),
  setOrder: (next: Order | null) =>
    write({ order_by: next?.order_by, isDesc: next?.isDesc ? 'true' : undefined, page: undefined }),
  setOpen: (id: number | null, how?: 'walking') =>
    write({ open: id === null ? undefined : String(id) }, how === 'walking'),
})

/** What an address says of a list. */
function stateIn<S extends Schema, Key extends string>(schema: S, sorting: Sorting<Key>, search: Search) {
  const values = readValues(schema, search)
  const paging = readPaging(search, sorting)
  return {
    values,
    paging,
    query: { ...filled(values), ...paging } as ActiveFilters<S> & Paging<Key>,
    open: thingId(search['open']),
    isFiltered: !sameValues(schema, values, emptyValues(schema)),
  }
}

/** The body of the list's call at an address, for what is asked before the list is drawn. */
export const queryIn = <S extends Schema, Key extends string>(schema: S, sorting: Sorting<Key>, search: Search) =>
  stateIn(schema, sorting, search).query

/**
 * The state of a list page, stored in the address.
 * @param schema the page's filters: `{ status_ids: ids(), search_string: text() }`; has to be constant
 * @param sorting the order keys and the default order; has to be constant
 */
export function useListState<S extends Schema, Key extends string>(
  schema: S,
  sorting: Sorting<Key>,
): ListState<S, Key> {
  const search: Search = useRouterState({ select: (state) => state.location.search })
  // A dialog of the list may save something after the person has gone to another list.
  const navigate = useNavigateIfHere()

  const write: Write = useCallback(
    (change, replace = false) => {
      const next = (before: Search) => ({ ...before, ...change })
      void navigate({ to: '.', search: next, replace, resetScroll: false })
    },
    [navigate],
  )

  const state = useMemo(() => stateIn(schema, sorting, search), [schema, sorting, search])
  const actions = useMemo(() => actionsOf(schema, write), [schema, write])
  return useMemo(() => ({ schema, ...state, ...actions }), [schema, state, actions])
}
