import type { scopes } from '@vypusk/contract'
import { isApiError } from './api-error.ts'

/** What a refused yes is told: the scope has changed while it was read. */
export function scopeChangeIn(error: Error | null): scopes.ScopeDifference | null {
  if (!error || !isApiError(error)) return null
  return (error.data['scope_change'] as scopes.ScopeDifference | undefined) ?? null
}
