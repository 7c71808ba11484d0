import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { isTyping } from '../../../../ui/useKeys.ts'
import { isFocusFree } from '../../places/keep-places.ts'
import { useKept } from '../../places/useKept.ts'
import type { ScrollTo } from '../TableBody.tsx'

export interface RowFocus {
  activeIndex: number
  setActive: (index: number) => void
  focusRow: (index: number, column?: string) => void
}

/**
 * Focuses the row, or its cell; returns false when it is not drawn.
 * @param isBrought whether to scroll everything around it, which in a low window is the screen too
 */
function hold(body: HTMLElement | null, index: number, column: string | undefined, isBrought: boolean): boolean {
  const row = body?.querySelector<HTMLElement>(`[data-index="${index}"]`)
  const held = column === undefined ? row : row?.querySelector<HTMLElement>(`[data-column="${column}"]`)
  held?.focus({ preventScroll: true })
  if (isBrought) held?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  return Boolean(held)
}

/** Manages the focus in the grid; one row at a time has it. */
export function useRowFocus(
  page: string,
  count: number,
  body: RefObject<HTMLElement | null>,
  scrollTo: ScrollTo,
  /** Set when cells rather than rows get the focus. */
  column?: string,
): RowFocus {
  const [active, setActive] = useKept<number | null>(`${page}.row`, null)
  const waiting = useRef(0)
  const focusRow = (index: number, within = column) => {
    setActive(index)
    const isEditing = isTyping(document.activeElement)
    const holdIt = () => hold(body.current, index, within, true)
    scrollTo(index)
    cancelAnimationFrame(waiting.current)
    // Focused at once: the next key may come before the next frame, and it is meant for this row. A field that is being
    // edited is left alone until its edit has ended: losing the focus would save it.
    const isHeld = !isEditing && (holdIt() || (scrollTo(index, 'now'), holdIt()))
    if (!isHeld) waiting.current = requestAnimationFrame(holdIt)
  }
  // After going back, the row that was left gets the focus again, unless something else has it by then.
  const left = useRef(active)
  useEffect(() => {
    if (left.current === null || count === 0) return
    const index = left.current
    left.current = null
    if (!isFocusFree()) return
    // A row is as far down as it was left.
    waiting.current = requestAnimationFrame(() => hold(body.current, index, column, column !== undefined))
  }, [body, column, count])
  return { activeIndex: Math.min(active ?? 0, Math.max(0, count - 1)), setActive, focusRow }
}
