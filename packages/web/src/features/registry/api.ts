import { registry, requests } from '@vypusk/contract'
import type { BodyInput, ReplyOf } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/client.ts'

export type Entry = registry.RegistryEntry
type Query = BodyInput<typeof registry.getEntries>

const ENTITY = 'registry_entry'
export const LISTS = [ENTITY, 'list'] as const

/** What entries name (named.test.ts). */
const NEIGHBOURS = { live: ['registry_step', 'company', 'user', 'request'] } as const

/** A refusal stays in the query, because missing access is shown in the page itself. */
export const entriesQuery = (query: Query) =>
  queryOptions({
    queryKey: [...LISTS, query],
    meta: NEIGHBOURS,
    queryFn: ({ signal }) => call(registry.getEntries, { body: query, signal, onRefusal: 'throw' }),
  })

const STAYS = 5 * 60_000
/** For data that changes rarely and is not covered by live events. */
const lookup = { staleTime: STAYS }

export const visitQuery = queryOptions({
  queryKey: ['registry', 'visit'],
  queryFn: ({ signal }) => call(registry.visit, { signal, onRefusal: 'throw' }),
  // Repeated, so that the visit is recorded while the page is open.
  refetchInterval: STAYS,
})

export const filtersQuery = queryOptions({
  queryKey: ['registry', 'filters'],
  meta: NEIGHBOURS,
  queryFn: ({ signal }) => call(registry.getFilters, { signal, onRefusal: 'throw' }),
  ...lookup,
})

export const possibleColumnsQuery = queryOptions({
  queryKey: ['registry', 'columns', 'possible'],
  queryFn: async ({ signal }) => (await call(registry.possibleColumns, { signal, onRefusal: 'throw' })).columns,
  staleTime: Infinity,
})

/** Saved in a moment: answers that come before that do not take it back. */
export const unsavedColumns = new Map<string, ReplyOf<typeof registry.selfColumns>>()
export const unsavedFilters = new Map<string, ReplyOf<typeof registry.selfFilters>>()
export const SELF = 'self'

export const selfColumnsQuery = queryOptions({
  queryKey: ['registry', 'columns', 'self'],
  meta: { live: ['account'] },
  queryFn: async ({ signal }) => {
    const stored = await call(registry.selfColumns, { signal, onRefusal: 'throw' })
    return unsavedColumns.get(SELF) ?? stored
  },
  staleTime: Infinity,
})

export const selfFiltersQuery = queryOptions({
  queryKey: ['registry', 'self-filters'],
  meta: { live: ['account'] },
  queryFn: async ({ signal }) => {
    const stored = await call(registry.selfFilters, { signal, onRefusal: 'throw' })
    return unsavedFilters.get(SELF) ?? stored
  },
  staleTime: Infinity,
})

/** The people and steps that an entry can refer to, for cells, the panel and the form. */
export const choicesQuery = queryOptions({
  queryKey: ['registry', 'choices'],
  meta: { live: ['registry_step', 'user'] },
  queryFn: async ({ signal }) => {
    const input = { signal, onRefusal: 'throw' } as const
    const [{ steps }, { responsibles }, { bosses }] = await Promise.all([
      call(registry.steps, input),
      call(registry.responsibles, input),
      call(registry.bosses, input),
    ])
    return { steps, responsibles, bosses }
  },
  ...lookup,
})
export type Choices = Awaited<ReturnType<NonNullable<typeof choicesQuery.queryFn>>>

export const entryQuery = (id: number) =>
  queryOptions({
    queryKey: [ENTITY, 'one', id],
    meta: NEIGHBOURS,
    queryFn: ({ signal }) => call(registry.getEntry, { params: { id }, signal, onRefusal: 'throw' }),
    placeholderData: undefined,
  })

/**
 * The history of an entry.
 * @param onRefusal `page` when the history is the page itself
 */
export const changelogQuery = (id: number, onRefusal: 'page' | 'throw' = 'throw') =>
  queryOptions({
    queryKey: [ENTITY, 'changelog', id],
    queryFn: async ({ signal }) => (await call(registry.changelog, { params: { id }, signal, onRefusal })).changes,
    meta: { live: ['user'] },
    placeholderData: undefined,
  })

/** The comments of both sides, in order of time. */
export const commentsQuery = (id: number) =>
  queryOptions({
    queryKey: [ENTITY, 'comments', id],
    meta: { live: ['user'] },
    queryFn: async ({ signal }) => {
      const input = { params: { id }, signal, onRefusal: 'throw' } as const
      const [rivc, client] = await Promise.all([
        call(registry.rivcComments, input),
        call(registry.clientComments, input),
      ])
      return [...rivc.comments, ...client.comments].toSorted((a, b) => a.id - b.id)
    },
    placeholderData: undefined,
  })

export const mentionableQuery = (id: number) =>
  queryOptions({
    queryKey: ['registry', 'mentionable', id],
    meta: { live: ['user'] },
    queryFn: async ({ signal }) =>
      (await call(registry.mentionable, { params: { id }, signal, onRefusal: 'throw' })).people,
    ...lookup,
  })

/** Requests to create an entry from. */
export const requestChoiceQuery = (search: string) =>
  queryOptions({
    queryKey: ['request', 'choice', search],
    queryFn: async ({ signal }) =>
      (await call(requests.requestsList, { query: { search, limit: 20 }, signal, onRefusal: 'throw' })).requestsList,
  })

/** @throws 409 with what was saved meanwhile */
export const updateEntry = (body: BodyInput<typeof registry.updateEntry>) => call(registry.updateEntry, { body })
