import { QueryClientProvider } from '@tanstack/react-query'
import { RouterContextProvider, RouterProvider } from '@tanstack/react-router'
import { act, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { queryClient } from '../api/query-client.ts'
import { router } from '../routes.tsx'
import { Theme } from '../ui/theme/Theme.tsx'

/**
 * Renders a part of a screen without the screen, beside the page that makes no calls (setup.ts).
 * @returns a function that renders it again
 */
export async function renderAlone(part: ReactNode): Promise<(next: ReactNode) => void> {
  const around = (shown: ReactNode) => (
    <Theme isStill>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <RouterContextProvider router={router}>{shown}</RouterContextProvider>
      </QueryClientProvider>
    </Theme>
  )
  const { rerender } = render(around(part))
  await act(() => router.load())
  return (next) => rerender(around(next))
}
