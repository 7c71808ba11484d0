import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { queryClient } from './api/query-client.ts'
import { ConnectionBar } from './components/shared/shell/ConnectionBar.tsx'
import { router } from './routes.tsx'
import { Theme } from './ui/theme/Theme.tsx'
import { useIsPhone } from './ui/useIsPhone.ts'

/** On a phone the buttons of a form stand at the foot: there a toast would lie over them. */
const Toasts = () => (
  <Notifications position={useIsPhone() ? 'top-center' : 'bottom-right'} containerWidth={360} aria-live="polite" />
)

/** @param isStill nothing slides or fades: for tests, which look at what is there and not at how it comes */
export const App = ({ isStill = false }: { isStill?: boolean }) => (
  <Theme isStill={isStill}>
    <QueryClientProvider client={queryClient}>
      <ModalsProvider>
        <Toasts />
        <RouterProvider router={router} />
        <ConnectionBar />
      </ModalsProvider>
    </QueryClientProvider>
  </Theme>
)
