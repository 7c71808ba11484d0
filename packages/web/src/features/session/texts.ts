import { OWN_FAULT, isApiError, isNetworkFailure, sentenceOf } from '../../api/api-error.ts'

/** The dialog of a refused sign-in, word for word from the brief's error catalogue (section 8). */
export function signInRefusal(error: unknown): string {
  if (!isApiError(error)) return OWN_FAULT
  if (error.status === 401 || error.status === 403) return 'Неверный логин или пароль'
  if (error.status === 422) return 'Нет доступа к ресурсу'
  if (error.status === 429 || error.status === 503 || isNetworkFailure(error)) return sentenceOf(error)
  return OWN_FAULT
}
