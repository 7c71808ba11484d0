import { threads } from '@vypusk/contract'
import type { BodyInput } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/client.ts'

const STAY_MS = 5 * 60_000
const NEIGHBOURS = { live: ['release', 'company', 'user'] } as const

export const remarksQuery = (query: BodyInput<typeof threads.list>) =>
  queryOptions({
    queryKey: ['agreement', 'remarks', query],
    queryFn: ({ signal }) => call(threads.list, { body: query, signal }),
    meta: NEIGHBOURS,
  })

export const filtersQuery = queryOptions({
  queryKey: ['agreement', 'remarks', 'filters'],
  queryFn: ({ signal }) => call(threads.getFilters, { signal, onRefusal: 'throw' }),
  meta: NEIGHBOURS,
  staleTime: STAY_MS,
})
