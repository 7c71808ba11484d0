import { refusals } from '@vypusk/contract'
import { OWN_FAULT, isApiError, isNetworkFailure, sentenceOf } from '../../api/api-error.ts'

/** The dialog of a refused sign-in, word for word from the brief's error catalogue (section 8). */
export function signInRefusal(error: unknown): string {
  if (!isApiError(error)) return OWN_FAULT
  if (error.status === 401 || error.status === 403) return refusals.wrong_login[1]
  if (error.status === 422) return refusals.no_access[1]
  if (error.status === 429 || error.status === 503 || isNetworkFailure(error)) return sentenceOf(error)
  return OWN_FAULT
}
