import { account } from '@vypusk/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'

export const sessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: ({ signal }) => call(account.sessions, { signal }),
})

/** Ends one of the own sessions, or all but this one when none is named. */
export function useEndSessions() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number | null) =>
      id === null
        ? call(account.endOthers, { onRefusal: 'throw' })
        : call(account.endSession, { params: { id }, onRefusal: 'throw' }),
    onSettled: () => client.invalidateQueries(sessionsQuery),
  })
}
