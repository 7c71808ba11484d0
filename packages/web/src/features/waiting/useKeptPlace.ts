import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'

/** What of a row takes the keyboard. */
const REACHED = 'a, button'

/**
 * Keeps the keyboard in the list when the row it was in is settled: it goes to the row that came in its place, so that one
 * can go on.
 */
export function useKeptPlace(): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null)
  const place = useRef(-1)
  useLayoutEffect(() => {
    const { current } = list
    if (!current) return undefined
    const note = () => {
      place.current = [...current.children].findIndex((row) => row.contains(document.activeElement))
    }
    current.addEventListener('focusin', note)
    return () => current.removeEventListener('focusin', note)
  }, [])
  useLayoutEffect(() => {
    const { current } = list
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (!current || !isLost || place.current < 0) return
    const next = current.children[Math.min(place.current, current.children.length - 1)]
    next?.querySelector<HTMLElement>(REACHED)?.focus()
  })
  return list
}
