/**
 * Remembers the focused element, because a button that waits for its answer is disabled and loses the focus.
 * @returns a function that gives the focus back, unless something else has been focused by then
 */
export function keepFocus(): () => void {
  const had = document.activeElement
  const giveBack = () => {
    if (had instanceof HTMLElement && document.activeElement === document.body) had.focus()
  }
  // By the next frame the button is no longer disabled.
  return () => requestAnimationFrame(giveBack)
}
