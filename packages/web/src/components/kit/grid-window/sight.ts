import { defaultRangeExtractor, elementScroll } from '@tanstack/react-virtual'
import type { Range, Rect, Virtualizer, VirtualizerOptions } from '@tanstack/react-virtual'

/** What tables share that draw only what is in sight. */

type Scroller = Virtualizer<HTMLElement, Element>

/** The size of what is seen of a scrolling element. */
export const sizeOf = (element: Element | null) => ({
  width: element?.clientWidth ?? 0,
  height: element?.clientHeight ?? 0,
})

/**
 * Follows the size of the scrolling element. It is read before the rows are drawn, if the element is there by then, and
 * afterwards only when it has changed: reading it at any other time would make the browser lay out the page.
 */
export function observeSize(
  { scrollElement, scrollRect }: Scroller,
  onSize: (size: Rect) => void,
): (() => void) | undefined {
  if (!scrollElement) return undefined
  if (!scrollRect?.height) onSize(sizeOf(scrollElement))
  const observer = new ResizeObserver(() => onSize(sizeOf(scrollElement)))
  observer.observe(scrollElement)
  return () => observer.disconnect()
}

/** Scrolls, unless the position is already there: at the start of a list, scrolling would lay out the page for nothing. */
export const scrollIfElsewhere: VirtualizerOptions<HTMLElement, Element>['scrollToFn'] = (
  offset,
  options,
  scroller,
) => {
  if (offset + (options.adjustments ?? 0) !== (scroller.scrollOffset ?? 0)) elementScroll(offset, options, scroller)
}

/** Returns which rows or columns are drawn: those in sight and one more, wherever it is; −1 for none. */
export function inSightWith(range: Range, held: number): number[] {
  const inSight = defaultRangeExtractor(range)
  return held === -1 || inSight.includes(held) ? inSight : [...inSight, held].toSorted((a, b) => a - b)
}
