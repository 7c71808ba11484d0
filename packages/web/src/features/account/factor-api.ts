import { secondFactor } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import type { Changed } from '../../api/changes.ts'
import { call } from '../../api/client.ts'

export const factorsQuery = queryOptions({
  queryKey: ['user', 'second-factor'],
  queryFn: ({ signal }) => call(secondFactor.get, { signal, onRefusal: 'throw' }),
})

/** What is outdated after a factor was added or removed, which also ends the other sessions. */
export const OF_FACTORS: readonly Changed[] = ['user', 'own-sessions']
