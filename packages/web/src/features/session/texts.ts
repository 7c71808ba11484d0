import { refusals } from '@vypusk/contract'
import type { secondFactor } from '@vypusk/contract'
import { OWN_FAULT, isApiError, isNetworkFailure, sentenceOf } from '../../api/api-error.ts'

/** The text of the dialog for a refused sign-in, word for word from the brief's error catalogue (section 8). */
export function signInRefusal(error: unknown): string {
  if (!isApiError(error)) return OWN_FAULT
  if (error.status === 401 || error.status === 403) return refusals.wrong_login[1]
  if (error.status === 422) return refusals.no_access[1]
  if (error.status === 429 || error.status === 503 || isNetworkFailure(error)) return sentenceOf(error)
  return OWN_FAULT
}

/** The possible second factors when the password was correct; null when the refusal does not name any. */
export const waysIn = (error: unknown): secondFactor.Ways | null =>
  isApiError(error) && error.status === 401
    ? ((error.data['second_factor'] as secondFactor.Ways | undefined) ?? null)
    : null

export const stepTexts = {
  title: 'Подтвердите вход',
  lead: (login: string) => `Пароль верный. Логин ${login}`,
  code: 'Код из приложения',
  codeNote: 'Шесть цифр, которые приложение показывает сейчас',
  recovery: 'Код восстановления',
  recoveryNote: 'Один из десяти, которые вы сохранили. Каждый действует один раз',
  empty: 'Введите код',
  enter: 'Войти',
  or: 'или',
  byKey: 'Войти ключом доступа',
  byRecovery: 'Войти по коду восстановления',
  otherWay: 'Войти обычным способом',
  back: 'Назад к паролю',
  help: 'Нет ни телефона, ни кодов? Обратитесь к администратору: он сбросит второй фактор.',
} as const
