import type { scopes } from '@vypusk/contract'
import { isApiError } from './api-error.ts'

/** Returns how the scope has changed while it was being read, when an approval was refused for that reason. */
export function scopeChangeIn(error: Error | null): scopes.ScopeDifference | null {
  if (!error || !isApiError(error)) return null
  return (error.data['scope_change'] as scopes.ScopeDifference | undefined) ?? null
}
