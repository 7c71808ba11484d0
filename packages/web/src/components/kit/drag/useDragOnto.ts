import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import { useStableHandlers } from '../../../ui/useStableHandlers.ts'
import { later, usePart } from '../feedback/later.ts'

const dragging = later(() => import('./drag-onto.ts'))

/**
 * Lets a thing be dragged onto another of its kind to take its place. The code for dragging is loaded after the things
 * are on the screen.
 * @returns whether another one is being dragged over this one
 */
export function useDragOnto(
  kind: string,
  cell: RefObject<HTMLElement | null>,
  handle: RefObject<HTMLElement | null>,
  id: string,
  onMove: (id: string, to: string) => void,
): boolean {
  const [over, setOver] = useState(false)
  const { move } = useStableHandlers({ move: onMove })
  const loaded = usePart(dragging, false)
  useEffect(() => {
    const grip = handle.current
    if (!cell.current || !grip) return undefined
    if (loaded) {
      return loaded.dragOnto({ kind, id, element: cell.current, handle: grip, onOver: setOver, onMove: move })
    }
    // Pointing at the handle may be the start of dragging. If the code cannot be loaded, things can still be moved by
    // keyboard, so no error is shown.
    const fetch = () => void dragging.fetch().catch(() => {})
    grip.addEventListener('pointerenter', fetch, { once: true })
    return () => grip.removeEventListener('pointerenter', fetch)
  }, [kind, cell, handle, id, loaded, move])
  return over
}
