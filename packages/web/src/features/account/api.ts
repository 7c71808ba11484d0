import { account } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { useChange } from '../../api/changes.ts'
import { call } from '../../api/client.ts'

export const sessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  meta: { live: ['account', 'user'] },
  queryFn: ({ signal }) => call(account.sessions, { signal }),
})

/** Ends one of the person's own sessions, or all but this one when no id is given. */
export const useEndSessions = () =>
  useChange({
    changes: ['own-sessions'],
    mutationFn: (id: number | null) =>
      id === null
        ? call(account.endOthers, { onRefusal: 'throw' })
        : call(account.endSession, { params: { id }, onRefusal: 'throw' }),
  })
