/** The control that a key leads to; at an end the row begins anew. */
const STEPS: Partial<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
}

type Control = HTMLButtonElement | HTMLInputElement

/**
 * Makes a toolbar one stop of Tab, with arrows, Home and End inside. Done to the elements, because the controls of an
 * editor set a tab stop each, whatever they are told; and not with React's events, because what a control opens is its
 * child there although it is elsewhere on the page.
 * @param controls a selector of the controls
 * @returns a function that ends this
 */
export function keepOneTabStop(bar: HTMLElement, controls = 'button'): () => void {
  let stop: Control | undefined
  const all = () => [...bar.querySelectorAll<Control>(controls)]
  const usable = () => all().filter(({ disabled }) => !disabled)
  const settle = () => {
    const buttons = usable()
    // Until one has been used it is the first, also of those that come later.
    const current = stop && buttons.includes(stop) ? stop : buttons[0]
    for (const button of all()) button.tabIndex = button === current ? 0 : -1
  }
  const taken = ({ target }: FocusEvent) => {
    stop = all().find((each) => each === target) ?? stop
    settle()
  }
  const walk = (event: KeyboardEvent) => {
    const step = STEPS[event.code]
    if (!step || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
    const buttons = usable()
    const index = buttons.findIndex((button) => button === document.activeElement)
    if (index < 0) return
    event.preventDefault()
    buttons[step(index, buttons.length)]?.focus()
  }
  // What can be undone, for example, changes with the text.
  const changed = new MutationObserver(settle)
  changed.observe(bar, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  bar.addEventListener('focusin', taken)
  bar.addEventListener('keydown', walk)
  settle()
  return () => {
    changed.disconnect()
    bar.removeEventListener('focusin', taken)
    bar.removeEventListener('keydown', walk)
  }
}

/** As the `ref` of a toolbar that is there as long as its controls: returns its end, as React wants it. */
export const oneTabStop = (bar: HTMLElement | null) => (bar ? keepOneTabStop(bar) : undefined)
