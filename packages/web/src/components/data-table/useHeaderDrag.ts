import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'

const KIND = 'column'

/**
 * Lets a header be dragged onto another; the column takes that one's place.
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
    if (!cell.current || !handle.current) return undefined
    return combine(
      draggable({ element: cell.current, dragHandle: handle.current, getInitialData: () => ({ kind: KIND, id }) }),
      dropTargetForElements({
        element: cell.current,
        canDrop: ({ source }) => source.data['kind'] === KIND && source.data['id'] !== id,
        onDragEnter: () => setOver(true),
        onDragLeave: () => setOver(false),
        onDrop: ({ source }) => {
          setOver(false)
          move.current(String(source.data['id']), id)
        },
      }),
    )
  }, [cell, handle, id])
  return over
}
