import { useVirtualizer } from '@tanstack/react-virtual'
import type { Range, VirtualItem, VirtualizerOptions } from '@tanstack/react-virtual'
import { useCallback, useState } from 'react'
import type { RefObject } from 'react'
import { usePrinting } from '../../../ui/usePrinting.ts'
import { inSightWith, observeSize, scrollIfElsewhere, sizeOf } from './sight.ts'

/** A table of no more cells is drawn whole: the browser's search finds all of it, and columns take the width they need. */
const WHOLE_CELLS = 1000
const OVERSCAN = 4

/** A drawn row or column, or the pixels of those that are left out in its place. */
export type Piece = { index: number } | { gap: number }

interface Side {
  /** The sizes in pixels; a new array when one has changed. */
  sizes: readonly number[]
  /** The index of one that is drawn wherever it is, because it has the focus; −1 for none. */
  held: number
}

interface GridWindow {
  rows: readonly Piece[]
  columns: readonly Piece[]
  /** False when all rows and columns are drawn. */
  isPart: boolean
}

const whole = ({ sizes }: Side): Piece[] => sizes.map((_, index) => ({ index }))

/** Puts the gaps between the drawn ones, and before and after them. */
function piecesOf(items: readonly VirtualItem[], total: number): Piece[] {
  const starts = [...items.map(({ start }) => start), total]
  const ends = [0, ...items.map(({ end }) => end)]
  return starts.flatMap((start, place) => {
    const [gap, item] = [start - (ends[place] ?? 0), items[place]]
    return [...(gap > 0 ? [{ gap }] : []), ...(item ? [{ index: item.index }] : [])]
  })
}

/** The browser's window is not smaller than the scrolling element, which is not there at the first render. */
const windowSize = () => ({ width: innerWidth, height: innerHeight })

type SideOptions = Pick<VirtualizerOptions<HTMLElement, Element>, 'getScrollElement' | 'overscan'> & {
  enabled: boolean
  horizontal: boolean
}

function useSide({ sizes, held }: Side, options: SideOptions) {
  const [initialRect] = useState(windowSize)
  const rangeExtractor = useCallback((range: Range) => inSightWith(range, held), [held])
  // A new function for the keys makes the virtualizer take the sizes anew.
  // oxlint-disable-next-line react/exhaustive-deps
  const getItemKey = useCallback((index: number) => index, [sizes])
  const inSight = useVirtualizer({
    overscan: OVERSCAN,
    ...options,
    count: sizes.length,
    initialRect,
    observeElementRect: observeSize,
    scrollToFn: scrollIfElsewhere,
    getItemKey,
    rangeExtractor,
    estimateSize: (index) => sizes[index] ?? 0,
    indexAttribute: 'data-row',
    // An element that is not laid out has no height of its own.
    measureElement: (element, entry, { options: { estimateSize }, indexFromElement }) =>
      entry?.borderBoxSize[0]?.blockSize || sizeOf(element).height || estimateSize(indexFromElement(element)),
  })
  return {
    pieces: piecesOf(inSight.getVirtualItems(), inSight.getTotalSize()),
    measure: inSight.measureElement,
  }
}

/**
 * Decides which cells of a large table are drawn: those in sight in both directions. Small tables are drawn whole, and
 * so is what is printed, because paper cannot be scrolled.
 */
export function useGridWindow(scroll: RefObject<HTMLElement | null>, rows: Side, columns: Side): GridWindow {
  const isLarge = rows.sizes.length * columns.sizes.length > WHOLE_CELLS
  const isPart = !usePrinting() && isLarge
  const common = { getScrollElement: () => scroll.current, enabled: isLarge }
  const drawnRows = useSide(rows, { ...common, horizontal: false })
  const drawnColumns = useSide(columns, { ...common, horizontal: true })
  return isPart
    ? { rows: drawnRows.pieces, columns: drawnColumns.pieces, isPart }
    : { rows: whole(rows), columns: whole(columns), isPart }
}

interface ListWindow {
  items: readonly Piece[]
  /** Given to each drawn item as its ref: what is in it decides how high it is. It needs its index as `data-row`. */
  measure: ((element: Element | null) => void) | undefined
}

/**
 * Decides which items of a long list are drawn: those in sight. A short list is drawn whole, and so is what is printed.
 * @param items the sizes that they are counted with until they are drawn
 */
export function useListWindow(scroll: RefObject<HTMLElement | null>, items: Side, isLong: boolean): ListWindow {
  const isPart = !usePrinting() && isLong
  const getScrollElement = () => scroll.current
  const { pieces, measure } = useSide(items, { getScrollElement, enabled: isLong, horizontal: false, overscan: 1 })
  return isPart ? { items: pieces, measure } : { items: whole(items), measure: undefined }
}
