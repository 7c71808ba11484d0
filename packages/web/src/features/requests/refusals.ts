import { isApiError } from '../../api/api-error.ts'

/** The requests that a release did not accept, with the server's reason. */
export interface NotTaken {
  ids: number[]
  reason: string
}

/** Reads `errors.requests` of a refused addition; null when it was refused for another reason. */
export function notTakenOf(error: unknown): NotTaken | null {
  if (!isApiError(error)) return null
  const ids = (error.errors['requests'] ?? []).flatMap((text) => text.match(/\d+/g) ?? []).map(Number)
  return ids.length === 0 ? null : { ids, reason: error.message }
}
