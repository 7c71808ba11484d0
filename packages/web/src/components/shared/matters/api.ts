import { waiting } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'
import type { Entity } from '../../../api/entity.ts'

/** A change to any of these may create or settle a matter. */
export const LIVE: readonly Entity[] = [
  'agreement',
  'release',
  'release_step',
  'request',
  'request_status',
  'publication',
  'registry_entry',
  'delivery',
  'company',
  'user',
]

/** A date passes without any change, so the count is refreshed at intervals, in ms. */
const AGAIN = 10 * 60_000

/** The number of matters that wait for the person; updated by live changes. */
export const waitingCountQuery = queryOptions({
  queryKey: ['waiting', 'count'],
  queryFn: ({ signal }) => call(waiting.count, { signal, onRefusal: 'throw' }),
  meta: { live: LIVE },
  refetchInterval: AGAIN,
})
