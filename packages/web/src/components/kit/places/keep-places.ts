import { entryKey, entryOf, storeEntries, writableEntry } from './positions.ts'

/**
 * Restores the scroll positions of lists, panels and boards when somebody goes back. A scrolling element is named by
 * `data-place`. It is scrolled as soon as its content has loaded, however late, unless the person scrolls or types
 * first.
 */

const NAMED = '[data-place]'
/** After this time it is given up, because the person has begun to read. */
const WAIT_MS = 10_000
const BY_HAND = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const
const BACKWARDS = new Set(['BACK', 'FORWARD', 'GO'])

/** The part of the router that is needed here. */
interface Moves {
  subscribe: (event: 'onRendered', run: (rendered: { pathChanged: boolean }) => void) => unknown
  history: { subscribe: (run: (move: { action: { type: string } }) => void) => unknown }
}

/** The screen's own scrolling element remains when screens change. */
const SCREEN = 'content'
const LINKS = `#${SCREEN} a[href]`

const scrollers = () => document.querySelectorAll<HTMLElement>(NAMED)
const nameOf = ({ dataset }: HTMLElement) => dataset['place'] ?? ''

const note = (key: string, scroller: HTMLElement) => {
  writableEntry(key).scrolled[nameOf(scroller)] = [scroller.scrollLeft, scroller.scrollTop]
}

/** Scrolls, and returns whether the position was reached; content that has not loaded yet cannot be scrolled to. */
function bring(scroller: HTMLElement, [left, top]: [number, number]): boolean {
  scroller.scrollTo({ left, top, behavior: 'instant' })
  return Math.abs(scroller.scrollTop - top) < 2 && Math.abs(scroller.scrollLeft - left) < 2
}

/** Checks whether no particular element has the focus. */
export const isFocusFree = (): boolean => {
  const holder = document.activeElement
  return holder === null || holder === document.body || holder.id === SCREEN
}

/** Returns the focus to the link that was followed; false while it has not been rendered. */
function hold(href: string): boolean {
  if (!isFocusFree()) return true
  const link = [...document.querySelectorAll<HTMLElement>(LINKS)].find((each) => each.getAttribute('href') === href)
  link?.focus({ preventScroll: true })
  return link !== undefined
}

/** Restores a history entry's positions frame by frame, until everything is in place or the person takes over. */
function restore(key: string, signal: AbortSignal): void {
  const { scrolled = {}, link } = entryOf(key) ?? {}
  const waiting = new Map(Object.entries(scrolled).filter(([, [left, top]]) => left > 0 || top > 0))
  let isHeld = link === undefined
  const until = performance.now() + WAIT_MS
  const attempt = () => {
    if (signal.aborted || performance.now() > until) return
    for (const scroller of scrollers()) {
      const wanted = waiting.get(nameOf(scroller))
      if (wanted && bring(scroller, wanted)) waiting.delete(nameOf(scroller))
    }
    if (waiting.size === 0 && link !== undefined) isHeld ||= hold(link)
    if (waiting.size > 0 || !isHeld) requestAnimationFrame(attempt)
  }
  attempt()
}

/** Called once, when the page starts. */
export function keepPlaces(moves: Moves): void {
  let key = entryKey()
  // Positions are restored after a reload as well.
  let isBack = true
  let restoring = new AbortController()
  const stop = () => restoring.abort()
  moves.history.subscribe(({ action }) => {
    isBack = BACKWARDS.has(action.type)
    stop()
  })
  moves.subscribe('onRendered', ({ pathChanged }) => {
    stop()
    restoring = new AbortController()
    key = entryKey()
    if (isBack) return restore(key, restoring.signal)
    if (pathChanged) document.getElementById(SCREEN)?.scrollTo({ left: 0, top: 0, behavior: 'instant' })
    for (const scroller of scrollers()) note(key, scroller)
  })
  const scrolled = ({ target }: Event) => {
    if (target instanceof HTMLElement && target.matches(NAMED)) note(key, target)
  }
  const followed = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest(LINKS)?.getAttribute('href') : undefined
    if (link) writableEntry(key).link = link
  }
  document.addEventListener('scroll', scrolled, { capture: true, passive: true })
  for (const kind of BY_HAND) document.addEventListener(kind, stop, { capture: true, passive: true })
  document.addEventListener('focusin', followed, { passive: true })
  addEventListener('pagehide', storeEntries)
}
