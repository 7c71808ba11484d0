import { notices } from '@vypusk/contract'
import { queryOptions, useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'
import { notifyRefusal } from '../../kit/feedback/refused.ts'

const watchingQuery = (entity: notices.Watched, id: number) =>
  queryOptions({
    queryKey: [entity, 'watching', id],
    queryFn: ({ signal }) => call(notices.getWatching, { params: { entity, id }, signal, onRefusal: 'throw' }),
    meta: { live: ['user'] },
    placeholderData: undefined,
  })
const choicesOf = (entity: notices.Watched, id: number) => [entity, 'watch', id]

/** Who watches it, with the choice still on its way: a refused one takes back only itself. */
export function useWatching(entity: notices.Watched, id: number): notices.Watching | undefined {
  const { data } = useQuery(watchingQuery(entity, id))
  const underWay = useMutationState({
    filters: { mutationKey: choicesOf(entity, id), status: 'pending' },
    // Only useWatch uses this key, and its input is whether to watch.
    select: ({ state }) => state.variables as boolean,
  })
  return data && { ...data, watches: underWay.at(-1) ?? data.watches }
}

/** Saves the choice, one after another. */
export function useWatch(entity: notices.Watched, id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: choicesOf(entity, id),
    mutationFn: (watches: boolean) => call(notices.watch, { params: { entity, id }, body: { watches } }),
    scope: { id: choicesOf(entity, id).join('.') },
    onSuccess: ({ message: _, ...watching }) => client.setQueryData(watchingQuery(entity, id).queryKey, watching),
    onError: notifyRefusal,
  })
}
