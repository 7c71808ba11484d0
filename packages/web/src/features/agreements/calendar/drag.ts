import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'

const KIND = 'agreement'

/**
 * Makes an agreement draggable.
 * @returns a function that undoes this
 */
export const dragItem = (element: HTMLElement, id: number, onDrag: (isDragged: boolean) => void): (() => void) =>
  draggable({
    element,
    getInitialData: () => ({ kind: KIND, id }),
    onDragStart: () => onDrag(true),
    onDrop: () => onDrag(false),
  })

interface Place {
  element: HTMLElement
  onOver: (isOver: boolean) => void
  onDrop: (id: number) => void
}

/**
 * Makes an element a drop target for agreements.
 * @returns a function that undoes this
 */
export const dropItems = ({ element, onOver, onDrop }: Place): (() => void) =>
  dropTargetForElements({
    element,
    canDrop: ({ source }) => source.data['kind'] === KIND,
    onDragEnter: () => onOver(true),
    onDragLeave: () => onOver(false),
    onDrop: ({ source }) => {
      onOver(false)
      onDrop(Number(source.data['id']))
    },
  })
