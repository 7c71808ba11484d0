import { useState } from 'react'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { KEYS, isKey } from '../../components/kit/keys/keys.ts'
import { ACT_KEYS } from '../../components/shared/keys/keys.ts'
import type { KeyboardEvent, PointerEvent } from 'react'
import { datesFault, type Dates } from './dates-fault.ts'
import { addDays } from './scale.ts'

/** The part of a bar that is moved: all of it, or one end. */
export type Part = 'whole' | 'start' | 'end'

/** The dates moved by a number of days. */
const moved = ({ start_date, plan_date }: Dates, part: Part, days: number): Dates => ({
  start_date: part === 'end' ? start_date : addDays(start_date, days),
  plan_date: part === 'start' ? plan_date : addDays(plan_date, days),
})

const partOf = (target: EventTarget): Part => {
  const part = target instanceof HTMLElement ? target.dataset['part'] : undefined
  return part === 'start' || part === 'end' ? part : 'whole'
}

interface Grip {
  part: Part
  x: number
  days: number
}

const WEEK = 7

/**
 * Moves a bar by pointer (one end by its edge) and by arrow keys: by a day, with Shift by a week, with Alt only the
 * end.
 * @param px pixels per day
 */
export function useBarDrag(dates: Dates, px: number, onMove: (next: Dates) => void, onOpen: () => void) {
  const [grip, setGrip] = useState<Grip | null>(null)
  const dragged = grip ? moved(dates, grip.part, grip.days) : dates
  // A bar is not drawn where it cannot stay.
  const preview = datesFault(dragged) === '' ? dragged : dates
  const moveTo = (next: Dates) => {
    const fault = datesFault(next)
    if (fault) toast.error(fault)
    else onMove(next)
  }

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setGrip({ part: partOf(event.target), x: event.clientX, days: 0 })
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (grip) setGrip({ ...grip, days: Math.round((event.clientX - grip.x) / px) })
  }
  const onPointerUp = () => {
    if (!grip) return
    setGrip(null)
    if (grip.days === 0) onOpen()
    else moveTo(dragged)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (isKey(event, KEYS.leave) && grip) return setGrip(null)
    if (isKey(event, ACT_KEYS.barOpen)) return (event.preventDefault(), onOpen())
    const isBack = isKey(event, ACT_KEYS.barLeft)
    if (!isBack && !isKey(event, ACT_KEYS.barRight)) return undefined
    event.preventDefault()
    const days = (isBack ? -1 : 1) * (event.shiftKey ? WEEK : 1)
    return moveTo(moved(dates, event.altKey ? 'end' : 'whole', days))
  }
  return {
    preview,
    isDragged: grip !== null && grip.days !== 0,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: () => setGrip(null), onKeyDown },
  }
}
