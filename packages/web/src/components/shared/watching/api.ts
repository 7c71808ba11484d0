import { notices } from '@vypusk/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'
import { notifyRefusal } from '../../kit/feedback/refused.ts'

export const watchingQuery = (entity: notices.Watched, id: number) =>
  queryOptions({
    queryKey: [entity, 'watching', id],
    queryFn: ({ signal }) => call(notices.getWatching, { params: { entity, id }, signal, onRefusal: 'throw' }),
    placeholderData: undefined,
  })

/** Shows the choice at once, and undoes it with a message when refused. */
export function useWatch(entity: notices.Watched, id: number) {
  const client = useQueryClient()
  const { queryKey } = watchingQuery(entity, id)
  return useMutation({
    mutationFn: (watches: boolean) => call(notices.watch, { params: { entity, id }, body: { watches } }),
    onMutate: (watches) => {
      const before = client.getQueryData(queryKey)
      if (before) client.setQueryData(queryKey, { ...before, watches })
      return before
    },
    onSuccess: ({ message: _, ...watching }) => client.setQueryData(queryKey, watching),
    onError: (error, _, before) => {
      client.setQueryData(queryKey, before)
      notifyRefusal(error)
    },
  })
}
