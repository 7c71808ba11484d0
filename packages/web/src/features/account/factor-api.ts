import { secondFactor } from '@vypusk/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { userQuery } from '../../api/account.ts'
import { call } from '../../api/client.ts'
import { sessionsQuery } from './api.ts'

export const factorsQuery = queryOptions({
  queryKey: ['user', 'second-factor'],
  queryFn: ({ signal }) => call(secondFactor.get, { signal, onRefusal: 'throw' }),
})

/** After a factor was added or taken away: the other sessions have ended with it. */
export function useFactorsChanged(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await Promise.all(
      [factorsQuery, sessionsQuery, userQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })),
    )
  }
}
