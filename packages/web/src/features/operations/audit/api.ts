import { audit, live } from '@vypusk/contract'
import type { BodyInput } from '@vypusk/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'

export type Filters = Omit<BodyInput<typeof audit.list>, 'after' | 'per_page' | 'isExcel'>
type Place = BodyInput<typeof audit.list>['after']

/** The first page has no starting point. */
const start = (): Place => undefined

/** Entities without a recorded history; changes of all others may be in the log. */
const UNKEPT = new Set<string>(['planning', 'delivery', 'notice', 'account', 'backup', 'all'])
const KEPT = live.entities.filter((entity) => !UNKEPT.has(entity))

/** Loaded page by page; the first page is refetched whenever the screen is opened. */
export const auditQuery = (filters: Filters) =>
  infiniteQueryOptions({
    queryKey: ['audit', filters],
    meta: { live: KEPT },
    queryFn: ({ signal, pageParam }) =>
      call(audit.list, { body: { ...filters, ...(pageParam ? { after: pageParam } : {}) }, signal }),
    initialPageParam: start(),
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  })

const PEOPLE_STAY = 5 * 60_000

export const peopleQuery = queryOptions({
  queryKey: ['audit-people'],
  meta: { live: ['user'] },
  queryFn: ({ signal }) => call(audit.people, { signal, onRefusal: 'throw' }),
  staleTime: PEOPLE_STAY,
})
