import type { ReactNode } from 'react'
import { ErrorState } from './states.tsx'

interface UnlessFailedProps {
  result: { data: unknown; error: unknown; refetch: () => unknown }
  /** Names what failed to load: «Релиз не загрузился». */
  failed: string
  children: ReactNode
}

/** Fields that need an answer: if the call for it has failed, that is said in their place, and it can be repeated. */
export function UnlessFailed({ result: { data, error, refetch }, failed, children }: UnlessFailedProps) {
  if (data !== undefined || !error) return children
  return <ErrorState title={failed} error={error} onRetry={() => void refetch()} />
}
