import { act } from '@testing-library/react'

/** A table of `components/kit/grid-window` as a test sees it. */

/** Found by a selector: by roles and labels, thousands of elements take seconds. */
export function gridTable(): HTMLTableElement {
  const table = document.querySelector<HTMLTableElement>('[data-paper=table] > table')
  if (!table) throw new Error('there is no grid on the page')
  return table
}

/** How many cells are drawn. */
export const drawnCells = () => gridTable().querySelectorAll('[data-column]').length

/** How many rows and columns it says it has, with those of the heads. */
export const gridSize = () => ['rowcount', 'colcount'].map((name) => Number(gridTable().getAttribute(`aria-${name}`)))

/** Whether heads and links are drawn, by their texts or titles. */
export function areDrawn(...names: string[]) {
  const all = [...gridTable().querySelectorAll('th, a')]
  const drawn = new Set(all.flatMap((one) => [one.textContent, one.getAttribute('title')]))
  return names.map((name) => drawn.has(name))
}

/** Scrolls it, in pixels. */
export function scrollGrid(left: number, top: number) {
  const { parentElement: scroller } = gridTable()
  if (!scroller) throw new Error('the grid does not scroll')
  act(() => {
    scroller.scrollLeft = left
    scroller.scrollTop = top
    scroller.dispatchEvent(new Event('scroll'))
  })
}

/** Draws the page as it is printed, then as it is on the screen again. */
export function onPaper(check: () => void) {
  act(() => void dispatchEvent(new Event('beforeprint')))
  check()
  act(() => void dispatchEvent(new Event('afterprint')))
}
