/**
 * A button that waits for its answer is disabled, and the keyboard leaves it.
 * @returns gives the keyboard back to who has it now, unless it is elsewhere by then
 */
export function keepFocus(): () => void {
  const had = document.activeElement
  const giveBack = () => {
    if (had instanceof HTMLElement && document.activeElement === document.body) had.focus()
  }
  // By then the button is no longer disabled.
  return () => requestAnimationFrame(giveBack)
}
