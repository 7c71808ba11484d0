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
    let stop = () => {}
    let isGone = false
    // Without it columns still move by the column chooser: a failed load is no error to show.
    import('./header-drag.ts').then(
      ({ dragHeader }) => {
        if (isGone || !cell.current || !handle.current) return
        const parts = { id, element: cell.current, handle: handle.current, onOver: setOver }
        stop = dragHeader({ ...parts, onMove: (...both) => move.current(...both) })
      },
      () => {},
    )
    return () => {
      isGone = true
      stop()
    }
  }, [cell, handle, id])
  return over
}
