import { buildState, fetchPageAnew, ownBuild } from './api/build.ts'

/**
 * The page out of the browser's store (build/kept-page.worker.js): it is on the screen at once, and is of the server's
 * build or gives way to one that is: screens of the signed-in wait for that, the others do not (docs/decisions/0094).
 */

const giveWay = async (): Promise<void> => {
  if ((await buildState()) === 'newer') await fetchPageAnew()
}

/** Settles when the page may be shown; at once where it came from the server itself. */
export const isPageFresh: Promise<void> =
  ownBuild !== null && navigator.serviceWorker?.controller ? giveWay() : Promise.resolve()

/** From the second visit on the page comes out of the store. Offices without https have no such store, and need none. */
export function keepPage(): void {
  if (ownBuild === null || !('serviceWorker' in navigator)) return
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => {}))
}
