import { waiting } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'
import type { Entity } from '../../../api/entity.ts'

/** Whatever changes one of these may begin or settle a matter. */
export const LIVE: readonly Entity[] = [
  'agreement',
  'release',
  'request',
  'publication',
  'registry_entry',
  'delivery',
  'company',
]

/** A date passes without anybody's doing anything: it is looked at again now and then. */
const AGAIN = 10 * 60_000

/** How much waits for the person; follows whatever changes. */
export const waitingCountQuery = queryOptions({
  queryKey: ['waiting', 'count'],
  queryFn: ({ signal }) => call(waiting.count, { signal, onRefusal: 'throw' }),
  meta: { live: LIVE },
  refetchInterval: AGAIN,
})
