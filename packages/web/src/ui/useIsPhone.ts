import { createStore, useStore, type Store } from './store.ts'

/** Whether the window is at most this wide. The browser brings all styles up to date to answer: it is asked once. */
function atMost(width: number): Store<boolean> {
  const narrow = globalThis.matchMedia?.(`(max-width: ${width}px)`)
  const isNarrow = createStore(narrow?.matches ?? false)
  narrow?.addEventListener('change', ({ matches }) => isNarrow.set(matches))
  return isNarrow
}

const isPhone = atMost(767)
const isTablet = atMost(1199)

/** The same outside of drawing, for what is done at a press. */
export const isOnPhone = isPhone.get

/** Returns whether the window is as narrow as a phone's (design.md, "Phone"). */
export const useIsPhone = (): boolean => useStore(isPhone)

/**
 * Returns whether the window is as narrow as a tablet's, where a list needs the room of the unfolded rail (first.js has
 * the same width).
 */
export const useIsTablet = (): boolean => useStore(isTablet)
