import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { isFocusFree } from '../../components/kit/places/keep-places.ts'

/** The elements of a row that can have the focus. */
const REACHED = 'a, button'

/** Keeps the focus in the list when the focused row is settled: it moves to the row that takes its place. */
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
    if (!current || !isFocusFree() || place.current < 0) return
    const next = current.children[Math.min(place.current, current.children.length - 1)]
    next?.querySelector<HTMLElement>(REACHED)?.focus()
  })
  return list
}
