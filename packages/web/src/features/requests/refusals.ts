import { isApiError } from '../../api/api-error.ts'

/** Which requests a release did not take, and the server's reason for them. */
export interface NotTaken {
  ids: number[]
  reason: string
}

/** Reads `errors.requests` of a refused addition; null when the refusal is about something else. */
export function notTakenOf(error: unknown): NotTaken | null {
  if (!isApiError(error)) return null
  const ids = (error.errors['requests'] ?? []).flatMap((text) => text.match(/\d+/g) ?? []).map(Number)
  return ids.length === 0 ? null : { ids, reason: error.message }
}
