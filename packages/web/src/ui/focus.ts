import { editorFirst, inItsPlace, remember } from './in-place.ts'

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body

/** What had the focus before a menu, a dialog or a message took it: it is drawn elsewhere than what opened it. */
const openedFrom = new WeakMap<Element, HTMLElement>()
const layerOf = (element: Element) => element.closest('[role=menu], [role=dialog], [role=status], [role=alert]')

function rememberOpener(target: Element, held: Element | null): void {
  const layer = layerOf(target)
  if (layer && held instanceof HTMLElement && !layer.contains(held) && !openedFrom.has(layer))
    openedFrom.set(layer, held)
}

/** What can have the focus, or may be given it: the parts of a screen. */
const PLACES = '[tabindex], [role=tabpanel], section, aside, form[aria-label]'

/** The places around this element, the nearest first; then what opened its menu or dialog. */
function placesAround(element: Element): HTMLElement[] {
  const around = element.parentElement?.closest<HTMLElement>(PLACES)
  if (around) return [around, ...placesAround(around)]
  const layer = layerOf(element)
  const opener = layer && openedFrom.get(layer)
  return opener ? [opener, ...placesAround(opener)] : []
}

/** Gives the focus to the first that takes it: one that is disabled or hidden meanwhile does not. */
function goOn(inPlace: HTMLElement | undefined, around: readonly (HTMLElement | null)[]): void {
  for (const place of [inPlace, ...around]) {
    if (!isNowhere()) return
    if (place && place.tabIndex < 0) place.tabIndex = -1
    place?.focus({ preventScroll: place !== inPlace })
  }
}

/** Gives the focus back to an element that can be used again. */
function giveBack(held: HTMLElement, changes: readonly MutationRecord[]): void {
  if (isNowhere() && changes.some(({ type, target }) => type === 'attributes' && target.contains(held)))
    held.focus({ preventScroll: true })
}

/** Hands the focus on to the editor of a form that has waited for it: what is typed now is meant for the editor. */
function handOn(held: HTMLElement): void {
  if (held instanceof HTMLFormElement && held === document.activeElement)
    editorFirst(held)?.focus({ preventScroll: true })
}

const UNUSABLE = ':disabled, [contenteditable=false]'

/**
 * When the focused element disappears with its screen, dialog or form, the browser leaves the focus at the top of the
 * page, and whoever works by keyboard starts from there. Here it goes to the form that came in its place, back to the
 * button that had opened a form, to the nearest part around it that is still there, or else home. One that was disabled
 * while it waited for an answer gets the focus back.
 * @returns a function that ends this
 */
export function keepFocusOnPage(home: () => HTMLElement | null): () => void {
  let held: HTMLElement | null = null
  let around: HTMLElement[] = []
  let frame = 0
  const taken = ({ target }: FocusEvent) => {
    if (target instanceof Element) rememberOpener(target, held)
    if (held && target instanceof Element) remember(target, held)
    held = target instanceof Element ? (target as HTMLElement) : null
    around = held ? placesAround(held) : []
  }
  const left = ({ target }: FocusEvent) => {
    // Browsers report it also when the element is being removed, hidden with a screen that is being left, or disabled
    // while its press is answered, which for an editor is another attribute.
    queueMicrotask(() => {
      const isByHand = target instanceof Element && target.checkVisibility() && !target.matches(UNUSABLE)
      if (isByHand && target === held && document.activeElement !== target) held = null
    })
  }
  const looked = new MutationObserver((changes) => {
    if (held === null) return
    if (held.isConnected) return (handOn(held), giveBack(held, changes))
    const inPlace = inItsPlace(held, changes)
    held = null
    // In the next frame, because a dialog that closes, or a list that lost a row, may itself say where it goes.
    frame = requestAnimationFrame(() => goOn(inPlace, [...around, home()]))
  })
  looked.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'contenteditable'] })
  document.addEventListener('focusin', taken)
  document.addEventListener('focusout', left)
  return () => {
    cancelAnimationFrame(frame)
    looked.disconnect()
    document.removeEventListener('focusin', taken)
    document.removeEventListener('focusout', left)
  }
}
