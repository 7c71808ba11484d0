import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'

const KIND = 'column'

export interface HeaderDrag {
  id: string
  element: HTMLElement
  handle: HTMLElement
  onOver: (over: boolean) => void
  onMove: (id: string, to: string) => void
}

/** Lets a head be dragged by its handle and others be dropped on it. @returns what takes it all back */
export const dragHeader = ({ id, element, handle, onOver, onMove }: HeaderDrag): (() => void) =>
  combine(
    draggable({ element, dragHandle: handle, getInitialData: () => ({ kind: KIND, id }) }),
    dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data['kind'] === KIND && source.data['id'] !== id,
      onDragEnter: () => onOver(true),
      onDragLeave: () => onOver(false),
      onDrop: ({ source }) => {
        onOver(false)
        onMove(String(source.data['id']), id)
      },
    }),
  )
