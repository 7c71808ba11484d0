import { tokens } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { useChange } from '../../api/changes.ts'
import { call } from '../../api/client.ts'

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  meta: { live: ['account'] },
  queryFn: ({ signal }) => call(tokens.list, { signal }),
})

/** Revokes a token at once. */
export const useRevoke = () =>
  useChange({
    changes: ['tokens'],
    mutationFn: (id: number) => call(tokens.revoke, { params: { id }, onRefusal: 'throw' }),
  })
