import { calendar } from '@vypusk/contract'
import type { agreements, QueryInput, ReplyOf } from '@vypusk/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { AGREEMENT_NEIGHBOURS } from '../../../api/agreements.ts'
import { useChange } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'
import { currentOf } from '../../../api/conflict.ts'
import { updateAgreement } from '../../../components/shared/agreement/api.ts'
import { isSameDate } from '../fields.ts'

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

type Agreement = agreements.Agreement

export interface Move {
  /** The agreement as it was seen. */
  item: Pick<Agreement, 'id' | 'version' | 'releaseDate' | 'releaseTime' | 'by_rivc' | 'by_client'>
  releaseDate: string
  releaseTime: string | null
  cancel_reason: string
  against_reason?: string
}

const moved = (shown: CalendarReply | undefined, { item: { id }, ...move }: Move): CalendarReply | undefined => {
  const { releaseDate, releaseTime, against_reason = '' } = move
  const now = { releaseDate, releaseTime, against_reason, clashes: [] }
  return shown && { ...shown, items: shown.items.map((one) => (one.id === id ? { ...one, ...now } : one)) }
}

/** The item as somebody else has left it, when that is why the move was refused. */
export function itemNow(item: Item, refusal: unknown): Item | undefined {
  const current = currentOf<Agreement>(refusal)
  if (!current) return undefined
  // The refusal does not name the reason for another date.
  const against_reason = isSameDate(item, current) ? item.against_reason : ''
  const releaseDate = current.releaseDate ?? item.releaseDate
  return { ...item, ...current, clock: item.clock, releaseDate, against_reason }
}

/** Moves it; when only something else has been changed since, such as a remark, it is moved from the new version. */
async function send({ item, ...date }: Move) {
  const sendFrom = (version: number) => updateAgreement(item.id, { updateTarget: 4, ...date, version })
  try {
    return await sendFrom(item.version)
  } catch (error) {
    const current = currentOf<Agreement>(error)
    if (!current || !isSameDate(item, current)) throw error
    return sendFrom(current.version)
  }
}

/** Moves an agreement at once and puts it back when the server refuses. */
export function useMoveAgreement() {
  const client = useQueryClient()
  return useChange({
    changes: ['agreement'],
    mutationFn: send,
    onMutate: async (move) => {
      await client.cancelQueries({ queryKey: CALENDAR })
      const before = client.getQueriesData<CalendarReply>({ queryKey: CALENDAR })
      client.setQueriesData<CalendarReply>({ queryKey: CALENDAR }, (shown) => moved(shown, move))
      return before
    },
    onError: (_error, _move, before) => before?.forEach(([key, shown]) => client.setQueryData(key, shown)),
  })
}
