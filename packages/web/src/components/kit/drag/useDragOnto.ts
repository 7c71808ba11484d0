import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'

/**
 * Lets a thing be dragged onto another of its kind and take that one's place. The dragging itself is
 * loaded after the things are on the screen.
 * @returns whether another hovers over this one
 */
export function useDragOnto(
  kind: string,
  cell: RefObject<HTMLElement | null>,
  handle: RefObject<HTMLElement | null>,
  id: string,
  onMove: (id: string, to: string) => void,
): boolean {
  const [over, setOver] = useState(false)
  const move = useRef(onMove)
  useEffect(() => {
    move.current = onMove
  })
  useEffect(() => {
    const gone = new AbortController()
    const start = async () => {
      const { dragOnto } = await import('./drag-onto.ts')
      if (gone.signal.aborted || !cell.current || !handle.current) return
      const parts = { kind, id, element: cell.current, handle: handle.current, onOver: setOver }
      gone.signal.addEventListener('abort', dragOnto({ ...parts, onMove: (...both) => move.current(...both) }))
    }
    // Without it things still move by the keyboard: a failed load is no error to show.
    start().catch(() => {})
    return () => gone.abort()
  }, [kind, cell, handle, id])
  return over
}
