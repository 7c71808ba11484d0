import { deliveries, lookups } from '@vypusk/contract'
import type { BodyInput, QueryInput, ReplyOf } from '@vypusk/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { sentenceOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { toast } from '../../../components/feedback/toast.tsx'
import { retriedInWords } from './texts.ts'

export type Row = ReplyOf<typeof deliveries.list>['data'][number]
export type Counts = ReplyOf<typeof deliveries.list>['counts']

export const deliveriesQuery = (query: QueryInput<typeof deliveries.list>) =>
  queryOptions({
    queryKey: ['delivery', 'all', query],
    queryFn: ({ signal }) => call(deliveries.list, { query, signal }),
  })

const COMPANIES_STAY = 5 * 60_000

export const companiesQuery = queryOptions({
  queryKey: ['companies'],
  queryFn: ({ signal }) => call(lookups.companies, { signal, onRefusal: 'throw' }),
  staleTime: COMPANIES_STAY,
})

/** Sends again what failed; of two who ask at once the second hears that nothing was left. */
export function useRetryMany() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyInput<typeof deliveries.retry>) => call(deliveries.retry, { body, onRefusal: 'throw' }),
    onSuccess: ({ retried }) =>
      retried > 0 ? toast.success(retriedInWords(retried)) : toast.warning('Уже отправляется: повторять нечего'),
    onError: (error) => toast.error(sentenceOf(error)),
    // The list follows its live events; this covers a browser that lost them.
    onSettled: () => client.invalidateQueries({ queryKey: ['delivery'] }),
  })
}
