import { webhooks } from '@vypusk/contract'
import type { BodyInput } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { useChange } from '../../api/changes.ts'
import { call } from '../../api/client.ts'

export const webhooksQuery = queryOptions({
  queryKey: ['webhook', 'list'],
  meta: { live: ['company', 'release'] },
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
const changes = ['webhook'] as const

/** Creates a webhook or a channel of a messenger. */
export const createWebhook = (body: BodyInput<typeof webhooks.create>) => call(webhooks.create, { body, onRefusal })

export const saveWebhook = (id: number, body: WebhookFields) => call(webhooks.save, { params: { id }, body, onRefusal })

/** The actions on webhooks; every screen of webhooks is refetched afterwards. */
export function useWebhooks() {
  return {
    save: useChange({
      changes,
      mutationFn: ({ id, ...body }: WebhookFields & { id: number }) => saveWebhook(id, body),
    }),
    renew: useChange({
      changes,
      mutationFn: (id: number) => call(webhooks.renewSecret, { params: { id }, onRefusal }),
    }),
    remove: useChange({ changes, mutationFn: (id: number) => call(webhooks.remove, { params: { id }, onRefusal }) }),
    test: useChange({ changes, mutationFn: (id: number) => call(webhooks.test, { params: { id }, onRefusal }) }),
    repeat: useChange({
      changes,
      mutationFn: (params: { id: number; delivery_id: number }) => call(webhooks.repeat, { params, onRefusal }),
    }),
  }
}
