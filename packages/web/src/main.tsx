import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query-client.ts'
import { watchSession } from './refusals.ts'
import { router } from './routes.tsx'
import { keepPresses } from './ui/presses.ts'
import { Theme } from './ui/theme/Theme.tsx'

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')

watchSession()
keepPresses()

createRoot(container).render(
  <StrictMode>
    <Theme>
      <QueryClientProvider client={queryClient}>
        <ModalsProvider>
          <Notifications position="bottom-right" containerWidth={360} aria-live="polite" />
          <RouterProvider router={router} />
        </ModalsProvider>
      </QueryClientProvider>
    </Theme>
  </StrictMode>,
)
