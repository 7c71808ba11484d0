import { useRef, useState } from 'react'
import type { RefObject } from 'react'

export interface RowFocus {
  activeIndex: number
  setActive: (index: number) => void
  focusRow: (index: number) => void
}

/** One row at a time holds the keyboard's place in the grid. */
export function useRowFocus(
  count: number,
  body: RefObject<HTMLElement | null>,
  scrollTo: (index: number) => void,
): RowFocus {
  const [active, setActive] = useState(0)
  const waiting = useRef(0)
  const focusRow = (index: number) => {
    setActive(index)
    scrollTo(index)
    // The row may have to be drawn first.
    cancelAnimationFrame(waiting.current)
    waiting.current = requestAnimationFrame(() => {
      body.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true })
    })
  }
  return { activeIndex: Math.min(active, Math.max(0, count - 1)), setActive, focusRow }
}
