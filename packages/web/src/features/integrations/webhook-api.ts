import { webhooks } from '@vypusk/contract'
import type { BodyInput } from '@vypusk/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'

export const webhooksQuery = queryOptions({
  queryKey: ['webhook', 'list'],
  queryFn: ({ signal }) => call(webhooks.list, { signal }),
})

export const logQuery = (id: number, page: number) =>
  queryOptions({
    queryKey: ['webhook', 'log', id, page],
    queryFn: ({ signal }) =>
      call(webhooks.deliveries, { params: { id }, query: { page, per_page: 20 }, signal, onRefusal: 'throw' }),
  })

export type WebhookFields = BodyInput<typeof webhooks.save>

const onRefusal = 'throw'
/** What is done with webhooks; every screen of them is asked anew after it. */
export function useWebhooks() {
  const client = useQueryClient()
  const onSuccess = () => client.invalidateQueries({ queryKey: ['webhook'] })
  return {
    save: useMutation({
      mutationFn: ({ id, ...body }: WebhookFields & { id: number }) =>
        call(webhooks.save, { params: { id }, body, onRefusal }),
      onSuccess,
    }),
    renew: useMutation({ mutationFn: (id: number) => call(webhooks.renewSecret, { params: { id }, onRefusal }) }),
    remove: useMutation({
      mutationFn: (id: number) => call(webhooks.remove, { params: { id }, onRefusal }),
      onSuccess,
    }),
    test: useMutation({ mutationFn: (id: number) => call(webhooks.test, { params: { id }, onRefusal }), onSuccess }),
    repeat: useMutation({
      mutationFn: (params: { id: number; delivery_id: number }) => call(webhooks.repeat, { params, onRefusal }),
      onSuccess,
    }),
  }
}
