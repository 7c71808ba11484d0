/** What is run inside of a page to measure how it lies there: texts, because nothing here knows a page's own names. */

/**
 * What has to be scrolled sideways though it need not be. Wide by their nature are tables, time lines, boards, and lines
 * of tabs, choices, steps and months that a finger swipes; a few pixels are a fault of them too.
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

export interface Shifts {
  /** The browser's own measure: which part of the window was moved, and how far. */
  sum: number
  /** What was moved. */
  moved: string[]
}

/** How far what was drawn since the page was opened has been moved by what came after it. */
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
  // Nothing is told where nothing has moved.
  setTimeout(() => tell([]), 100)
})`
