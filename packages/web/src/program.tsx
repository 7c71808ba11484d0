import { StrictMode } from 'react'
import type { Root } from 'react-dom/client'
import { App } from './App.tsx'
import { session } from './api/session.ts'
import { beginFetchingAhead } from './components/kit/feedback/later.ts'
import { keepPlaces } from './components/kit/places/keep-places.ts'
import { dropFrame } from './frame.ts'
import { watchSession } from './refusals.ts'
import { router } from './routes.tsx'

/** Everything but the sign-in, which does without it (main.tsx). */

/** Fetches the parts of the screen at an address; what does not come is asked for again by whoever opens it. */
function fetchScreen(path: string): void {
  for (const { routeId } of router.matchRoutes(path, {}))
    void router.loadRouteChunk(router.routesById[routeId])?.catch(() => {})
}

/** What whoever signs in is likely to see first. */
export const fetchFirstScreen = (): void => fetchScreen('/')

/** Shows the screen that the address names. */
export function start(root: Root): void {
  watchSession()
  keepPlaces(router)
  // While it is still asked who is there.
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
