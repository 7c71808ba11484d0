import { isKey, KEYS } from '../keys/keys.ts'

/** Where a key leads; for up and down the way also names the column to stay in. */
type Way = (cell: Element) => Element | null

const WAYS: readonly (readonly [key: keyof typeof KEYS, way: Way])[] = [
  ['cellLeft', (cell) => cell.previousElementSibling],
  ['cellRight', (cell) => cell.nextElementSibling],
  ['previous', (cell) => inRow(cell.parentElement?.previousElementSibling, cell)],
  ['next', (cell) => inRow(cell.parentElement?.nextElementSibling, cell)],
]

/** The cell of a row that stands below or above another one. */
const inRow = (row: Element | null | undefined, cell: Element) =>
  row?.querySelector(`[aria-colindex="${cell.getAttribute('aria-colindex')}"]`) ?? null

/** The nearest cell on the way that has a link; undefined at the edge of what is drawn, where the table scrolls instead. */
function linkOn(way: Way, from: Element): HTMLElement | undefined {
  for (let cell = way(from); cell?.hasAttribute('aria-colindex'); cell = way(cell)) {
    const link = cell.querySelector('a')
    if (link) return link
  }
  return undefined
}

function walkCells(event: KeyboardEvent): void {
  if (event.altKey || event.shiftKey || !(event.target instanceof HTMLAnchorElement)) return
  const way = WAYS.find(([key]) => isKey(event, KEYS[key]))?.[1]
  const cell = event.target.closest('tbody [aria-colindex]')
  const link = way && cell && linkOn(way, cell)
  if (!link) return
  event.preventDefault()
  link.focus()
}

/**
 * As the `ref` of a table: arrows lead from link to link, past cells without one. Tab alone would need a press for each
 * cell of a row.
 */
export function walkedByArrows(table: HTMLTableElement | null): (() => void) | undefined {
  table?.addEventListener('keydown', walkCells)
  return () => table?.removeEventListener('keydown', walkCells)
}
