import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { toast } from '../../../components/kit/feedback/toast.tsx'
import { momentInZones } from '../../../components/shared/dates/moments.ts'
import { notifyUpdated } from '../../../components/shared/agreement/api.ts'
import { checkDayQuery } from '../../../components/shared/dates/queries.ts'
import { itemNow, useMoveAgreement } from './api.ts'
import type { Item, Move } from './api.ts'
import { notifyRefusal } from '../../../components/kit/feedback/refused.ts'
import { whenDone } from '../../../components/kit/feedback/when-done.ts'

interface MoveInput {
  item: Item
  day: string
}

/** The move that takes an agreement back to where it was, and to why it stood there. */
const wayBack = ({ releaseDate, releaseTime, against_reason }: Item, item: Move['item']): Move => ({
  item,
  releaseDate,
  releaseTime,
  against_reason,
  cancel_reason: '',
})

interface Dropping {
  items: readonly Item[]
  open: (item: Item, day: string) => void
  move: (wanted: Move & { item: Item }) => void
}

/**
 * Handles dropping on another day; when there are objections to that day, opens the dialog, which asks for a reason.
 */
function useDrop({ items, open, move }: Dropping) {
  const client = useQueryClient()
  const current = useRef({ items, move })
  useEffect(() => {
    current.current = { items, move }
  })
  return useCallback(
    async (id: number, day: string) => {
      const item = current.current.items.find((one) => one.id === id)
      if (!item || item.releaseDate === day) return
      if (item.by_rivc || item.by_client) return open(item, day)
      const { release_id, company_id, releaseTime } = item
      const checked = await client
        .query(checkDayQuery(release_id, [company_id], day, releaseTime))
        .catch(() => ({ objections: [] }))
      if (checked.objections.length > 0) open(item, day)
      else current.current.move({ item, releaseDate: day, releaseTime, cancel_reason: '' })
    },
    [open, client],
  )
}

/** The dialog, and whether it still asks about an agreement when a reply arrives. */
function useDialog() {
  const [dialog, setDialog] = useState<MoveInput | null>(null)
  const asking = useRef<number | null>(null)
  useEffect(
    () => () => {
      asking.current = null
    },
    [],
  )
  const show = useCallback((next: MoveInput | null) => {
    asking.current = next?.item.id ?? null
    setDialog(next)
  }, [])
  return { dialog, show, isAsking: (id: number) => asking.current === id }
}

/** The dialog about the item as it is now; a day that the person has not chosen follows it. */
const renewed = ({ item, day }: MoveInput, now: Item): MoveInput => ({
  item: now,
  day: day === item.releaseDate ? now.releaseDate : day,
})

/** Moves agreements to another day: at once if nobody has approved, otherwise with the dialog. */
export function useMover(items: readonly Item[]) {
  const { dialog, show, isAsking } = useDialog()
  const { mutateAsync, isPending, error, reset } = useMoveAgreement()

  const cancel = () => (show(null), reset())
  // A reopened dialog must not show the refusal of an earlier move.
  const open = useCallback((item: Item, day: string) => (reset(), show({ item, day })), [reset, show])
  /** What follows is said even if another move began, or the screen was left, before the reply came. */
  const move = (wanted: Move & { item: Item }, onMoved: () => void = () => {}) => {
    const { item } = wanted
    const moved = ({ agreement, mail }: Awaited<ReturnType<typeof mutateAsync>>) => {
      onMoved()
      if (isAsking(item.id)) show(null)
      if (item.by_rivc || item.by_client) return notifyUpdated({ mail })
      const back = wayBack(item, agreement)
      toast.undo(`Перенесено на ${momentInZones({ ...item, ...wanted })}`, () => whenDone(mutateAsync(back)))
    }
    // The dialog shows the refusal beside the fields, and what has been changed meanwhile: the next press moves that.
    const refused = (refusal: unknown) => {
      if (!dialog || !isAsking(item.id)) return notifyRefusal(refusal)
      const now = itemNow(item, refusal)
      if (now) show(renewed(dialog, now))
    }
    void mutateAsync(wanted).then(moved, refused)
  }

  const drop = useDrop({ items, open, move })
  return { dialog, open: (item: Item) => open(item, item.releaseDate), cancel, move, drop, isPending, error }
}

export type Mover = ReturnType<typeof useMover>
