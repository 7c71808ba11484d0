import { calendar } from '@vypusk/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'

export const subscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  queryFn: ({ signal }) => call(calendar.getSubscription, { signal, onRefusal: 'throw' }),
})

/** Makes and ends the person's link; the link itself is only in the reply that made it. */
export function useSubscription() {
  const client = useQueryClient()
  const onSuccess = () => client.invalidateQueries(subscriptionQuery)
  return {
    subscribe: useMutation({ mutationFn: () => call(calendar.subscribe, { onRefusal: 'throw' }), onSuccess }),
    unsubscribe: useMutation({ mutationFn: () => call(calendar.unsubscribe, { onRefusal: 'throw' }), onSuccess }),
  }
}
