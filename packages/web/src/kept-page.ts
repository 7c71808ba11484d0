import { buildState, reloadOnce, ownBuild } from './api/build.ts'

/**
 * The page as cached by the service worker (build/kept-page.worker.js). It is shown at once and, if its build is not
 * the server's, replaced by the current page. Screens that require signing in wait for this check, the others do not
 * (docs/decisions/0094).
 */

const giveWay = async (): Promise<void> => {
  if ((await buildState()) === 'newer') await reloadOnce()
}

/** Resolves when the page may be shown; immediately if it came from the server itself. */
export const isPageFresh: Promise<void> =
  ownBuild !== null && navigator.serviceWorker?.controller ? giveWay() : Promise.resolve()

/**
 * Registers the service worker, so that the page is served from the cache from the second visit on. Offices without
 * https have no such cache and do not need one.
 */
export function keepPage(): void {
  if (ownBuild === null || !('serviceWorker' in navigator)) return
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => {}))
}
