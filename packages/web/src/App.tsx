import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { queryClient } from './api/query-client.ts'
import { ConnectionBar } from './components/shared/shell/ConnectionBar.tsx'
import { router } from './routes.tsx'
import { Theme } from './ui/theme/Theme.tsx'

/** @param isStill turns animations off, for tests that check what is shown and not how it appears */
export const App = ({ isStill = false }: { isStill?: boolean }) => (
  <Theme isStill={isStill}>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <ConnectionBar />
    </QueryClientProvider>
  </Theme>
)
