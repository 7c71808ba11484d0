import { decodeName, inQuotes, webhooks, type tokens } from '@vypusk/contract'

export const SCOPES: Record<tokens.TokenScope, string> = {
  read: 'Только чтение',
  write: 'Чтение и запись',
  admin: 'Всё, и администрирование',
}

/** The lifetimes of tokens, in days. */
export const LIVES = [
  { value: '30', label: '30 дней' },
  { value: '90', label: '90 дней' },
  { value: '180', label: 'Полгода' },
  { value: '365', label: 'Год' },
]

/** The name of an event, or of a test. */
export const kindName = (kind: string): string =>
  kind in webhooks.KIND_NAMES ? webhooks.KIND_NAMES[kind as webhooks.WebhookKind] : 'Проверка'

/** What a messenger's channel is about. */
export const ABOUT = { all: 'Обо всём', release: 'Об одном релизе', company: 'Об одной компании' } as const

/** «Канал мессенджера: релиз «Весенний»». */
export function subjectOf({ release, company }: Pick<webhooks.Webhook, 'release' | 'company'>): string {
  if (release) return `Канал мессенджера: релиз ${inQuotes(release.title)}`
  return company ? `Канал мессенджера: ${decodeName(company.namecomp)}` : 'Канал мессенджера: обо всём'
}

export const STATES: Record<webhooks.WebhookDelivery['state'], string> = {
  queued: 'ждёт',
  sent: 'доставлено',
  failed: 'не доставлено',
}

/** The result of an attempt: «ответ 200 за 35 мс», «Соединение не принято». */
export const attemptText = ({ status, answer, took_ms }: webhooks.Attempt): string =>
  status === null ? answer : `ответ ${status} за ${took_ms} мс`

export const hasArrived = ({ status }: webhooks.Attempt): boolean => status !== null && status >= 200 && status < 300
