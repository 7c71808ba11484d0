import { Suspense, lazy } from 'react'
import type { BacklogActing } from './useBacklogActs.tsx'

/** The actions are loaded with the first row that is marked, so that the list does not wait for them. */
const Actions = lazy(async () => ({ default: (await import('./BacklogActions.tsx')).BacklogActions }))

/** The actions for marked requests. */
export const barOf = (acting: BacklogActing) => (ids: number[], clear: () => void) => (
  <Suspense fallback={null}>
    <Actions chosen={{ ids, clear }} acting={acting} />
  </Suspense>
)
