import { substitutes, type BodyInput, type ReplyOf } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { useChange, type Put } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'

export type SubstituteList = ReplyOf<typeof substitutes.list>

export const substitutesQuery = (id: number) =>
  queryOptions({
    queryKey: ['company', 'substitutes', id],
    queryFn: ({ signal }) => call(substitutes.list, { params: { id }, signal, onRefusal: 'throw' }),
    meta: { live: ['user'] },
    placeholderData: undefined,
  })

const putOf =
  (id: number) =>
  ({ substitutes: all, people, choices }: ReplyOf<typeof substitutes.name>): Put[] => [
    [substitutesQuery(id).queryKey, { substitutes: all, people, choices }],
  ]

export const useNameSubstitute = (id: number) =>
  useChange({
    changes: ['company', 'agreement'],
    put: putOf(id),
    mutationFn: (body: BodyInput<typeof substitutes.name>) =>
      call(substitutes.name, { params: { id }, body, onRefusal: 'throw' }),
  })

export const useEndSubstitute = (id: number) =>
  useChange({
    changes: ['company', 'agreement'],
    put: putOf(id),
    mutationFn: (substitute_id: number) => call(substitutes.end, { params: { id, substitute_id }, onRefusal: 'throw' }),
  })
