import type { ReactNode } from 'react'
import { isApiError, sentenceOf } from '../../../api/api-error.ts'
import { ErrorState, TableState } from './states.tsx'

interface LoadedProps<Thing> {
  result: { data: Thing | undefined; error: unknown; refetch: () => unknown }
  /** Names what failed to load: «Запись не загрузилась». */
  failed: string
  /** Why it may not be there. */
  missing?: ReactNode
  loading: ReactNode
  children: (thing: Thing) => ReactNode
}

/** Checks whether the thing is not there for this person, or no longer. */
const isMissing = (error: unknown): boolean => isApiError(error) && (error.status === 404 || error.status === 403)

/**
 * A part of a page that is fetched on its own. What has been loaded once stays, with what is being typed in it, even if
 * refetching fails; only a thing that is not there any more is taken away.
 */
export function Loaded<Thing>({ result: { data, error, refetch }, failed, missing, ...shown }: LoadedProps<Thing>) {
  if (isMissing(error)) return <TableState title={sentenceOf(error)}>{missing}</TableState>
  if (data !== undefined) return shown.children(data)
  if (error) return <ErrorState title={failed} error={error} onRetry={() => void refetch()} />
  return shown.loading
}
