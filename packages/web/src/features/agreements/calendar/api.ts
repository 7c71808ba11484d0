import { agreements, calendar } from '@vypusk/contract'
import type { QueryInput, ReplyOf } from '@vypusk/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { AGREEMENT_NEIGHBOURS } from '../../../api/agreements.ts'
import { useChange } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'

export type Item = calendar.CalendarItem
type CalendarReply = ReplyOf<typeof calendar.show>

/** Ids are sent as «1,2,3»; statuses are those that items show. */
type CalendarInput = Omit<QueryInput<typeof calendar.show>, 'release_ids' | 'client_ids' | 'statuses'> & {
  release_ids?: number[]
  client_ids?: number[]
  statuses?: number[]
}

const CALENDAR = ['agreement', 'list', 'calendar'] as const

export const calendarQuery = ({ statuses: shown_statuses, ...query }: CalendarInput) =>
  queryOptions({
    queryKey: [...CALENDAR, { ...query, shown_statuses }],
    queryFn: ({ signal }) => call(calendar.show, { query: { ...query, shown_statuses }, signal }),
    meta: { live: [...AGREEMENT_NEIGHBOURS, 'calendar'] },
  })

export interface Move {
  item: Pick<Item, 'id' | 'version'>
  releaseDate: string
  releaseTime: string | null
  cancel_reason: string
  against_reason?: string
}

const moved = (shown: CalendarReply | undefined, { item, releaseDate, releaseTime }: Move): CalendarReply | undefined =>
  shown && {
    ...shown,
    items: shown.items.map((one) => (one.id === item.id ? { ...one, releaseDate, releaseTime, clashes: [] } : one)),
  }

/** Moves an agreement at once and puts it back when the server refuses. */
export function useMoveAgreement() {
  const client = useQueryClient()
  return useChange({
    changes: ['agreement'],
    mutationFn: ({ item: { id, version }, ...date }: Move) =>
      call(agreements.update, {
        params: { id },
        body: { updateTarget: 4, ...date, version },
        onRefusal: 'throw',
      }),
    onMutate: async (move) => {
      await client.cancelQueries({ queryKey: CALENDAR })
      const before = client.getQueriesData<CalendarReply>({ queryKey: CALENDAR })
      client.setQueriesData<CalendarReply>({ queryKey: CALENDAR }, (shown) => moved(shown, move))
      return before
    },
    onError: (_error, _move, before) => before?.forEach(([key, shown]) => client.setQueryData(key, shown)),
  })
}
