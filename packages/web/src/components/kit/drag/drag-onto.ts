import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'

interface DragOnto {
  /** What is dragged: only things of one kind take each other's places. */
  kind: string
  id: string
  element: HTMLElement
  handle: HTMLElement
  onOver: (over: boolean) => void
  onMove: (id: string, to: string) => void
}

/** Lets a thing be dragged by its handle and others be dropped on it. @returns what takes it all back */
export const dragOnto = ({ kind, id, element, handle, onOver, onMove }: DragOnto): (() => void) =>
  combine(
    draggable({ element, dragHandle: handle, getInitialData: () => ({ kind, id }) }),
    dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data['kind'] === kind && source.data['id'] !== id,
      onDragEnter: () => onOver(true),
      onDragLeave: () => onOver(false),
      onDrop: ({ source }) => {
        onOver(false)
        onMove(String(source.data['id']), id)
      },
    }),
  )
