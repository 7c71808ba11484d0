import { calendar } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { useChange } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'

export const subscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  meta: { live: ['account'] },
  queryFn: ({ signal }) => call(calendar.getSubscription, { signal, onRefusal: 'throw' }),
})

const changes = ['subscription'] as const

/** Creates and removes the person's link; the link itself is only in the reply that creates it. */
export const useSubscription = () => ({
  subscribe: useChange({ changes, mutationFn: () => call(calendar.subscribe, { onRefusal: 'throw' }) }),
  unsubscribe: useChange({ changes, mutationFn: () => call(calendar.unsubscribe, { onRefusal: 'throw' }) }),
})
