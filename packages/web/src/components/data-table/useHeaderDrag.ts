import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'

/**
 * Lets a header be dragged onto another; the column takes that one's place. The dragging itself is
 * loaded after the table is on the screen.
 * @returns whether another header hovers over this one
 */
export function useHeaderDrag(
  cell: RefObject<HTMLTableCellElement | null>,
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
      const { dragHeader } = await import('./header-drag.ts')
      if (gone.signal.aborted || !cell.current || !handle.current) return
      const parts = { id, element: cell.current, handle: handle.current, onOver: setOver }
      gone.signal.addEventListener('abort', dragHeader({ ...parts, onMove: (...both) => move.current(...both) }))
    }
    // Without it columns still move by the column chooser: a failed load is no error to show.
    start().catch(() => {})
    return () => gone.abort()
  }, [cell, handle, id])
  return over
}
