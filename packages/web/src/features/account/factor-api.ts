import { secondFactor } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import type { Changed } from '../../api/changes.ts'
import { call } from '../../api/client.ts'

export const factorsQuery = queryOptions({
  queryKey: ['user', 'second-factor'],
  queryFn: ({ signal }) => call(secondFactor.get, { signal, onRefusal: 'throw' }),
})

/** What is old after a factor was added or taken away: the other sessions have ended with it. */
export const OF_FACTORS: readonly Changed[] = ['user', 'own-sessions']
