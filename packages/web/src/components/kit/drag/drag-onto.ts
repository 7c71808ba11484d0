import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { toast } from '../feedback/toast.tsx'

/** The reason told to a person who drags an item of one list onto another list. */
const OTHER_LIST = 'Переставить можно только внутри своего списка'

interface DragOnto {
  /** The kind of thing that is dragged: things take each other's places only within a kind. */
  kind: string
  id: string
  element: HTMLElement
  handle: HTMLElement
  onOver: (over: boolean) => void
  onMove: (id: string, to: string) => void
}

/**
 * Makes an element draggable by its handle, and a drop target for others.
 * @returns a function that undoes this
 */
export const dragOnto = ({ kind, id, element, handle, onOver, onMove }: DragOnto): (() => void) =>
  combine(
    draggable({ element, dragHandle: handle, getInitialData: () => ({ kind, id }) }),
    dropTargetForElements({
      element,
      // Strangers are accepted too, or nobody would learn that they were dropped here.
      canDrop: ({ source }) => source.data['kind'] !== kind || source.data['id'] !== id,
      onDragEnter: ({ source }) => onOver(source.data['kind'] === kind),
      onDragLeave: () => onOver(false),
      onDrop: ({ source }) => {
        onOver(false)
        if (source.data['kind'] === kind) onMove(String(source.data['id']), id)
        else toast.error(OTHER_LIST)
      },
    }),
  )
