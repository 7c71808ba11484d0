import './frame.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { session } from './api/session.ts'
import { keepPlaces } from './components/kit/places/keep-places.ts'
import { keepPage } from './kept-page.ts'
import { router } from './routes.tsx'
import { watchSession } from './refusals.ts'
import { inTab } from './ui/storage.ts'
import { keepPresses } from './ui/presses.ts'

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')

/** Fetches the screen's own parts while it is still asked who is there; what does not come is asked for again. */
function fetchScreen(): void {
  if (!session.get()) return
  for (const { routeId } of router.matchRoutes(router.latestLocation.pathname, router.latestLocation.search))
    void router.loadRouteChunk(router.routesById[routeId])?.catch(() => {})
}

/** The outline stands until a screen takes its place. */
function dropFrame(): void {
  document.getElementById('frame')?.remove()
  delete document.documentElement.dataset['frame']
  // How often the program was asked for in vain (public/first.js).
  inTab<number>('tries').write(null)
}

watchSession()
keepPresses()
keepPlaces(router)
keepPage()
fetchScreen()
const stop = router.subscribe('onRendered', () => {
  dropFrame()
  stop()
})

createRoot(container).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
