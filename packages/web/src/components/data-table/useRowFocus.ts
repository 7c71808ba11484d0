import { useRef, useState } from 'react'
import type { RefObject } from 'react'

export interface RowFocus {
  activeIndex: number
  setActive: (index: number) => void
  focusRow: (index: number, column?: string) => void
}

/** One row at a time holds the keyboard's place in the grid. */
export function useRowFocus(
  count: number,
  body: RefObject<HTMLElement | null>,
  scrollTo: (index: number) => void,
  /** Set where the keyboard holds cells. */
  column?: string,
): RowFocus {
  const [active, setActive] = useState(0)
  const waiting = useRef(0)
  const focusRow = (index: number, within = column) => {
    setActive(index)
    scrollTo(index)
    // The row may have to be drawn first.
    cancelAnimationFrame(waiting.current)
    waiting.current = requestAnimationFrame(() => {
      const row = body.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)
      if (within === undefined) return row?.focus({ preventScroll: true })
      const cell = row?.querySelector<HTMLElement>(`[data-column="${within}"]`)
      cell?.focus({ preventScroll: true })
      cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    })
  }
  return { activeIndex: Math.min(active, Math.max(0, count - 1)), setActive, focusRow }
}
