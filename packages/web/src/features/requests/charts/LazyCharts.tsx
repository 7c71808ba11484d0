import { Loader } from '@mantine/core'
import { Suspense, lazy } from 'react'
import type { ComponentProps } from 'react'
import type { Charts } from './Charts.tsx'

/** The charts are loaded when they are first opened, so that the list does not wait for them. */
const Loaded = lazy(async () => ({ default: (await import('./Charts.tsx')).Charts }))

export const LazyCharts = (props: ComponentProps<typeof Charts>) => (
  <Suspense fallback={<Loader role="status" size="sm" m="md" aria-label="Загрузка графиков" />}>
    <Loaded {...props} />
  </Suspense>
)
