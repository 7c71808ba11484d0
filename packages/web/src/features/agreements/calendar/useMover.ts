import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { sayNotice } from '../../../components/kit/feedback/notices.ts'
import { toast } from '../../../components/kit/feedback/toast.tsx'
import { formatDayAndTime } from '../../../ui/dates.ts'
import { updatedNotice } from '../texts.ts'
import { checkDayQuery } from '../../../components/shared/dates/queries.ts'
import { useMoveAgreement } from './api.ts'
import type { Item, Move } from './api.ts'
import { sayRefusal } from '../../../components/kit/feedback/refused.ts'

interface MoveInput {
  item: Item
  day: string
}

/** The move that takes an agreement back to where it was. */
const wayBack = ({ releaseDate, releaseTime }: Item, item: Move['item']): Move => ({
  item,
  releaseDate,
  releaseTime,
  cancel_reason: '',
})

interface Dropping {
  items: readonly Item[]
  ask: (item: Item, day: string) => void
  move: (wanted: Move & { item: Item }) => void
}

/**
 * Handles dropping on another day; when there are objections to that day, opens the dialog, which asks for a reason.
 */
function useDrop({ items, ask, move }: Dropping) {
  const client = useQueryClient()
  const current = useRef({ items, move })
  useEffect(() => {
    current.current = { items, move }
  })
  return useCallback(
    async (id: number, day: string) => {
      const item = current.current.items.find((one) => one.id === id)
      if (!item || item.releaseDate === day) return
      if (item.by_rivc || item.by_client) return ask(item, day)
      const { release_id, company_id, releaseTime } = item
      const checked = await client
        .query(checkDayQuery(release_id, [company_id], day, releaseTime))
        .catch(() => ({ objections: [] }))
      if (checked.objections.length > 0) ask(item, day)
      else current.current.move({ item, releaseDate: day, releaseTime, cancel_reason: '' })
    },
    [ask, client],
  )
}

/** Moves agreements to another day: at once if nobody has approved, otherwise with the dialog. */
export function useMover(items: readonly Item[]) {
  const [asked, setAsked] = useState<MoveInput | null>(null)
  const { mutate, isPending, error, reset } = useMoveAgreement()

  const cancel = () => (setAsked(null), reset())
  // A reopened dialog must not show the refusal of an earlier move.
  const ask = useCallback((item: Item, day: string) => (reset(), setAsked({ item, day })), [reset])
  const move = (wanted: Move & { item: Item }, moved: () => void = () => {}) => {
    const { item } = wanted
    mutate(wanted, {
      onSuccess: ({ agreement, mail }) => {
        moved()
        setAsked(null)
        if (item.by_rivc || item.by_client) return notifyUpdated(mail)
        const back = wayBack(item, agreement)
        toast.undo(`Перенесено на ${formatDayAndTime(wanted.releaseDate, wanted.releaseTime)}`, () =>
          mutate(back, { onError: sayRefusal }),
        )
      },
      // In the dialog the refusal is shown beside the fields.
      onError: (refused) => asked === null && sayRefusal(refused),
    })
  }

  const drop = useDrop({ items, ask, move })
  return { asked, ask: (item: Item) => ask(item, item.releaseDate), cancel, move, drop, isPending, error }
}

export type Mover = ReturnType<typeof useMover>

function notifyUpdated(mail: Parameters<typeof updatedNotice>[0]): void {
  sayNotice(updatedNotice(mail))
}
