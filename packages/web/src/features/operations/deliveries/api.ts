import { deliveries } from '@vypusk/contract'
import type { BodyInput, QueryInput, ReplyOf } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { useChange } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'
import { toast } from '../../../components/kit/feedback/toast.tsx'
import { retriedInWords } from './texts.ts'
import { notifyRefusal } from '../../../components/kit/feedback/refused.ts'

export type Row = ReplyOf<typeof deliveries.list>['data'][number]
export type Counts = ReplyOf<typeof deliveries.list>['counts']

export const deliveriesQuery = (query: QueryInput<typeof deliveries.list>) =>
  queryOptions({
    queryKey: ['delivery', 'all', query],
    queryFn: ({ signal }) => call(deliveries.list, { query, signal }),
  })

/** Retries failed deliveries; when two people do so at once, the second gets a message that nothing is left. */
export const useRetryMany = () =>
  useChange({
    changes: ['delivery'],
    mutationFn: (body: BodyInput<typeof deliveries.retry>) => call(deliveries.retry, { body, onRefusal: 'throw' }),
    onSuccess: ({ retried }) =>
      retried > 0 ? toast.success(retriedInWords(retried)) : toast.warning('Уже отправляется: повторять нечего'),
    onError: notifyRefusal,
  })
