import { inItsPlace, remember } from './in-place.ts'

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

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body

/** What had the focus before a menu or a dialog took it: it is drawn elsewhere than what opened it. */
const openedFrom = new WeakMap<Element, HTMLElement>()
const layerOf = (element: Element) => element.closest('[role=menu], [role=dialog]')

function rememberOpener(target: Element, held: Element | null): void {
  const layer = layerOf(target)
  if (layer && held instanceof HTMLElement && !layer.contains(held) && !openedFrom.has(layer))
    openedFrom.set(layer, held)
}

/** The elements around this one that can have the focus, the nearest first; then what opened its menu or dialog. */
function placesAround(element: Element): HTMLElement[] {
  const around = element.parentElement?.closest<HTMLElement>('[tabindex]')
  if (around) return [around, ...placesAround(around)]
  const layer = layerOf(element)
  const opener = layer && openedFrom.get(layer)
  return opener ? [opener, ...placesAround(opener)] : []
}

/** Gives the focus to the first that takes it: one that is disabled or hidden meanwhile does not. */
function goOn(inPlace: HTMLElement | undefined, around: readonly (HTMLElement | null)[]): void {
  for (const place of [inPlace, ...around]) {
    if (!isNowhere()) return
    place?.focus({ preventScroll: place !== inPlace })
  }
}

/**
 * When the focused element disappears with its screen, dialog or form, the browser leaves the focus at the top of the
 * page, and whoever works by keyboard starts from there. Here it goes to the form that came in its place, back to the
 * button whose place a form had taken, to the nearest part around it that is still there, or else home.
 * @returns a function that ends this
 */
export function keepFocusOnPage(home: () => HTMLElement | null): () => void {
  let held: Element | null = null
  let around: HTMLElement[] = []
  let frame = 0
  const taken = ({ target }: FocusEvent) => {
    if (target instanceof Element) rememberOpener(target, held)
    if (held && !held.isConnected && target instanceof Element) remember(target, held)
    held = target instanceof Element ? target : null
    around = held ? placesAround(held) : []
  }
  const left = ({ target }: FocusEvent) => {
    // Browsers report it also when the element is being removed, hidden with a screen that is being left, or disabled
    // while its press is answered, which for an editor is another attribute.
    queueMicrotask(() => {
      const isByHand =
        target instanceof Element && target.checkVisibility() && !target.matches(':disabled, [contenteditable=false]')
      if (isByHand && target === held && document.activeElement !== target) held = null
    })
  }
  const looked = new MutationObserver((changes) => {
    if (held === null || held.isConnected) return
    const inPlace = inItsPlace(held, changes)
    held = null
    // In the next frame, because a dialog that closes, or a list that lost a row, may itself say where it goes.
    frame = requestAnimationFrame(() => goOn(inPlace, [...around, home()]))
  })
  looked.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', taken)
  document.addEventListener('focusout', left)
  return () => {
    cancelAnimationFrame(frame)
    looked.disconnect()
    document.removeEventListener('focusin', taken)
    document.removeEventListener('focusout', left)
  }
}
