import { Loader } from '@mantine/core'
import { Suspense, lazy } from 'react'

/** The panel is loaded with the first request that is opened, so that the list does not wait for it. */
const Panel = lazy(async () => ({ default: (await import('./RequestPanel.tsx')).RequestPanel }))

/** For the list's `panel`. */
export const panelOf = (id: number) => (
  <Suspense fallback={<Loader role="status" size="sm" aria-label="Загрузка заявки" />}>
    <Panel id={id} />
  </Suspense>
)

export const panelTitle = (id: number): string => `Заявка ${id}`
