import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { isTyping } from '../../../ui/useKeys.ts'
import { isFocusFree } from '../places/keep-places.ts'
import { useKept } from '../places/useKept.ts'

export interface RowFocus {
  activeIndex: number
  setActive: (index: number) => void
  focusRow: (index: number, column?: string) => void
}

/** Gives the keyboard to the row, or to its cell; false while it is not drawn. */
function hold(body: HTMLElement | null, index: number, column: string | undefined): boolean {
  const row = body?.querySelector<HTMLElement>(`[data-index="${index}"]`)
  const held = column === undefined ? row : row?.querySelector<HTMLElement>(`[data-column="${column}"]`)
  held?.focus({ preventScroll: true })
  if (column !== undefined) held?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  return Boolean(held)
}

/** One row at a time holds the keyboard's place in the grid. */
export function useRowFocus(
  page: string,
  count: number,
  body: RefObject<HTMLElement | null>,
  scrollTo: (index: number) => void,
  /** Set where the keyboard holds cells. */
  column?: string,
): RowFocus {
  const [active, setActive] = useKept<number | null>(`${page}.row`, null)
  const waiting = useRef(0)
  const focusRow = (index: number, within = column) => {
    setActive(index)
    scrollTo(index)
    cancelAnimationFrame(waiting.current)
    // At once where the row is drawn: the next key may come before the next frame, and it is meant for this row.
    // A field that is being left is let end by itself: losing the keyboard would save it.
    if (isTyping(document.activeElement) || !hold(body.current, index, within)) {
      waiting.current = requestAnimationFrame(() => hold(body.current, index, within))
    }
  }
  // Going back, the row that was left holds the keyboard again, unless something else does by then.
  const left = useRef(active)
  useEffect(() => {
    if (left.current === null || count === 0) return
    const index = left.current
    left.current = null
    if (!isFocusFree()) return
    waiting.current = requestAnimationFrame(() => hold(body.current, index, column))
  }, [body, column, count])
  return { activeIndex: Math.min(active ?? 0, Math.max(0, count - 1)), setActive, focusRow }
}
