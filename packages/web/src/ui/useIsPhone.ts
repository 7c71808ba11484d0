import { createStore, useStore } from './store.ts'

/** As wide as a phone's window (design.md, "Phone"). The browser brings all styles up to date to answer: asked once. */
const narrow = globalThis.matchMedia?.('(max-width: 767px)')
const isPhone = createStore(narrow?.matches ?? false)
narrow?.addEventListener('change', ({ matches }) => isPhone.set(matches))

/** The same outside of drawing, for what is done at a press. */
export const isOnPhone = isPhone.get

/** Returns whether the window is as narrow as a phone's. */
export const useIsPhone = (): boolean => useStore(isPhone)
