import { registry, requests } from '@vypusk/contract'
import type { BodyInput } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/client.ts'

export type Entry = registry.RegistryEntry
type Query = BodyInput<typeof registry.getEntries>

const ENTITY = 'registry_entry'
export const LISTS = [ENTITY, 'list'] as const

/** Keeps its refusal: who may not enter is told so in the page's own place. */
export const entriesQuery = (query: Query) =>
  queryOptions({
    queryKey: [...LISTS, query],
    queryFn: ({ signal }) => call(registry.getEntries, { body: query, signal, onRefusal: 'throw' }),
  })

const STAYS = 5 * 60_000
/** What changes rarely; live events do not concern it. */
const lookup = { staleTime: STAYS }

export const visitQuery = queryOptions({
  queryKey: ['registry', 'visit'],
  queryFn: ({ signal }) => call(registry.visit, { signal, onRefusal: 'throw' }),
  // The visit goes on while the page is open.
  refetchInterval: STAYS,
})

export const filtersQuery = queryOptions({
  queryKey: ['registry', 'filters'],
  meta: { live: ['registry_step', 'company', 'user'] },
  queryFn: ({ signal }) => call(registry.getFilters, { signal, onRefusal: 'throw' }),
  ...lookup,
})

export const possibleColumnsQuery = queryOptions({
  queryKey: ['registry', 'columns', 'possible'],
  queryFn: async ({ signal }) => (await call(registry.possibleColumns, { signal, onRefusal: 'throw' })).columns,
  staleTime: Infinity,
})

export const selfColumnsQuery = queryOptions({
  queryKey: ['registry', 'columns', 'self'],
  queryFn: ({ signal }) => call(registry.selfColumns, { signal, onRefusal: 'throw' }),
  staleTime: Infinity,
})

export const selfFiltersQuery = queryOptions({
  queryKey: ['registry', 'self-filters'],
  queryFn: ({ signal }) => call(registry.selfFilters, { signal, onRefusal: 'throw' }),
  staleTime: Infinity,
})

/** Who and what an entry may name: for cells, the panel and the form alike. */
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
    queryFn: ({ signal }) => call(registry.getEntry, { params: { id }, signal, onRefusal: 'throw' }),
    placeholderData: undefined,
  })

/** @param onRefusal `page` where the changelog is the page itself */
export const changelogQuery = (id: number, onRefusal: 'page' | 'throw' = 'throw') =>
  queryOptions({
    queryKey: [ENTITY, 'changelog', id],
    queryFn: async ({ signal }) => (await call(registry.changelog, { params: { id }, signal, onRefusal })).changes,
    placeholderData: undefined,
  })

/** What both sides have said, in the order of saying. */
export const commentsQuery = (id: number) =>
  queryOptions({
    queryKey: [ENTITY, 'comments', id],
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
    queryFn: async ({ signal }) =>
      (await call(registry.mentionable, { params: { id }, signal, onRefusal: 'throw' })).people,
    ...lookup,
  })

/** Requests to make an entry of. */
export const requestChoiceQuery = (search: string) =>
  queryOptions({
    queryKey: ['request', 'choice', search],
    queryFn: async ({ signal }) =>
      (await call(requests.requestsList, { query: { search, limit: 20 }, signal, onRefusal: 'throw' })).requestsList,
  })
