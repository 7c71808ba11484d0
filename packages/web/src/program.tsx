import { StrictMode } from 'react'
import type { Root } from 'react-dom/client'
import { App } from './App.tsx'
import { session } from './api/session.ts'
import { beginFetchingAhead } from './components/kit/feedback/later.ts'
import { keepPlaces } from './components/kit/places/keep-places.ts'
import { dropFrame } from './frame.ts'
import { watchSession } from './refusals.ts'
import { router } from './routes.tsx'

/** Everything except the sign-in page, which is loaded without it (main.tsx). */

/**
 * Fetches the code of the screen at an address in advance; failures are ignored, because it is fetched again when the
 * screen is opened.
 */
function fetchScreen(path: string): void {
  for (const { routeId } of router.matchRoutes(path, {}))
    void router.loadRouteChunk(router.routesById[routeId])?.catch(() => {})
}

/** Fetches the screen that people are likely to see first after signing in. */
export const fetchFirstScreen = (): void => fetchScreen('/')

/** Shows the screen at the current address. */
export function start(root: Root): void {
  watchSession()
  keepPlaces(router)
  // Fetched while it is still being checked who is signed in.
  if (session.get()) fetchScreen(location.pathname)
  const stop = router.subscribe('onRendered', () => {
    dropFrame()
    beginFetchingAhead()
    stop()
  })
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
