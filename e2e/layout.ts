/**
 * Scripts that run inside a page to measure its layout. They are strings, because the DOM's names are not known here.
 */

/**
 * Finds elements that scroll sideways although they should not. Tables, time lines, boards, and rows of tabs, choices,
 * steps and months that a finger swipes may be wide; but even for them an overflow of a few pixels is a fault.
 */
export const TOO_WIDE = `(() => {
  const FEW = 16
  const meant = 'table, [data-place=timeline], [data-place=board], [role=tablist], [role=radiogroup], [role=group], nav, ol, ul'
  const isMeant = (one) =>
    one.scrollWidth > one.clientWidth + FEW &&
    (one.matches(meant) || one.querySelector(':scope > :is(table, [role=radiogroup])') !== null)
  return [...document.querySelectorAll('body, body *')]
    .filter((one) => one === document.body || /auto|scroll/.test(getComputedStyle(one).overflowX))
    .filter((one) => one.scrollWidth > one.clientWidth && !isMeant(one))
    .map((one) => one.tagName + ' ' + one.className + ': ' + one.scrollWidth + ' in ' + one.clientWidth)
})()`

/**
 * Whether what has the focus is in the window and in what scrolls around it, and nothing lies over the middle of that
 * part of it.
 */
export const FOCUS_IS_SEEN = `(() => {
  const held = document.activeElement
  let { left, right, top, bottom } = held.getBoundingClientRect()
  const cut = (x, y, width, height) => {
    left = Math.max(left, x)
    top = Math.max(top, y)
    right = Math.min(right, x + width)
    bottom = Math.min(bottom, y + height)
  }
  for (let around = held.parentElement; around !== null; around = around.parentElement) {
    const { x, y } = around.getBoundingClientRect()
    if (/auto|scroll/.test(getComputedStyle(around).overflow)) cut(x, y, around.clientWidth, around.clientHeight)
  }
  cut(0, 0, innerWidth, innerHeight)
  const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  return left < right && top < bottom && held.contains(seen)
})()`

/** Returns the headings of tables whose name a screen reader would not say. */
export const NAMELESS_TABLES = `[...document.querySelectorAll('table')]
  .filter((table) => table.checkVisibility() && !table.closest('[aria-hidden]'))
  .filter((table) => !table.ariaLabel && !table.hasAttribute('aria-labelledby') && !table.caption)
  .map((table) => table.tHead?.textContent)`

export interface Shifts {
  /** The browser's own score: how large a part of the window moved, and how far. */
  sum: number
  /** The elements that moved. */
  moved: string[]
}

/** Measures how far elements drawn since the page was opened were moved by later ones. */
export const SHIFTS = `new Promise((resolve) => {
  const tell = (found) => {
    const own = found.filter(({ hadRecentInput }) => !hadRecentInput)
    const nameOf = ({ node }) => node?.nodeName + ' ' + node?.textContent?.slice(0, 40)
    resolve({
      sum: own.reduce((sum, { value }) => sum + value, 0),
      moved: own.flatMap(({ sources }) => sources.map(nameOf)),
    })
  }
  new PerformanceObserver((list) => tell(list.getEntries())).observe({ type: 'layout-shift', buffered: true })
  // The observer is not called if nothing has moved.
  setTimeout(() => tell([]), 100)
})`
