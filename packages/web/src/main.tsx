import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { keepPlaces } from './components/kit/places/keep-places.ts'
import { router } from './routes.tsx'
import { watchSession } from './refusals.ts'
import { keepPresses } from './ui/presses.ts'

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')

watchSession()
keepPresses()
keepPlaces(router)

createRoot(container).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
