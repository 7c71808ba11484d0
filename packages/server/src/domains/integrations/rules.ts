import { createHmac } from 'node:crypto'

const DAY_MS = 24 * 3600 * 1000

/** @param now ISO 8601 */
export const daysLater = (now: string, days: number): string => new Date(Date.parse(now) + days * DAY_MS).toISOString()

/** Whether nothing has arrived for too long. @param since ISO 8601 */
export const isOver = (since: string, now: string, days: number): boolean => daysLater(since, days) <= now

/** What a receiver checks a delivery by: the moment is signed too, so that an old one cannot be played again. */
export const signatureOf = (secret: string, seconds: number, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`

interface Failure {
  name?: string
  code?: string
}

const REASONS: Record<string, string> = {
  ENOTFOUND: 'Адрес не найден',
  EAI_AGAIN: 'Адрес не найден: сервер имён не отвечает',
  ECONNREFUSED: 'Соединение не принято',
  ECONNRESET: 'Соединение оборвалось',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Сертификату сервера нельзя доверять',
  SELF_SIGNED_CERT_IN_CHAIN: 'Сертификату сервера нельзя доверять',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Сертификату сервера нельзя доверять',
  CERT_HAS_EXPIRED: 'Сертификат сервера истёк',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Сертификат выдан другому серверу',
}

/** Why there was no answer, for the administrator who has to do something about it. */
export function failureText({ name = '', code = '' }: Failure): string {
  if (name === 'PrivateAddress') return 'Адрес ведёт во внутреннюю сеть, а это не разрешено (WEBHOOKS_TO_PRIVATE)'
  if (name === 'TimeoutError' || name === 'AbortError') return 'Нет ответа за 10 секунд'
  return REASONS[code] ?? 'Соединиться не удалось'
}
