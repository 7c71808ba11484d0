import { tokens } from '@vypusk/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: ({ signal }) => call(tokens.list, { signal }),
})

/** Ends a token at once. */
export function useRevoke() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(tokens.revoke, { params: { id }, onRefusal: 'throw' }),
    onSuccess: () => client.invalidateQueries(tokensQuery),
  })
}
