import type { tokens, webhooks } from '@vypusk/contract'

export const SCOPES: Record<tokens.TokenScope, string> = {
  read: 'Только чтение',
  write: 'Чтение и запись',
  admin: 'Всё, и администрирование',
}

/** How long tokens live, in days. */
export const LIVES = [
  { value: '30', label: '30 дней' },
  { value: '90', label: '90 дней' },
  { value: '180', label: 'Полгода' },
  { value: '365', label: 'Год' },
]

export const KINDS: Record<webhooks.WebhookKind, string> = {
  'request.changed': 'Заявка изменилась',
  'release.changed': 'Релиз изменился',
  'registry_entry.changed': 'Запись реестра изменилась',
  'agreement.created': 'Согласование создано',
  'agreement.sent': 'Согласование отправлено клиенту',
  'agreement.reminded': 'Клиенту напомнили о дате',
  'agreement.approved': 'Дата согласована',
  'agreement.moved': 'Дата перенесена',
  'agreement.offered': 'Предложена другая дата',
  'agreement.offer_withdrawn': 'Предложенная дата отозвана',
  'agreement.remarked': 'Замечание к согласованию',
  'agreement.scope_changed': 'Состав изменился после согласования',
  'agreement.tried': 'Проверка на тестовом стенде',
  'agreement.build': 'Новая сборка на тестовом стенде',
  'thread.raised': 'Замечание написано',
  'thread.answered': 'Ответ на замечание',
  'thread.closed': 'Замечание закрыто',
  'thread.said': 'Сообщение в переписке по заявке',
  'agreement.deleted': 'Согласование удалено',
  'agreement.withdrawn': 'Согласование снято',
  'agreement.restored': 'Снятие согласования отменено',
  'publication.published': 'Релиз опубликован',
  'publication.withdrawn': 'Публикация отозвана',
  'registry.commented': 'Комментарий в реестре',
}

/** The name of what was sent, the test among them. */
export const kindName = (kind: string): string => (kind in KINDS ? KINDS[kind as webhooks.WebhookKind] : 'Проверка')

/** What a channel of a messenger is about. */
export const ABOUT = { all: 'Обо всём', release: 'Об одном релизе', company: 'Об одной компании' } as const

/** «Канал мессенджера: релиз «Весенний»». */
export function subjectOf({ release, company }: Pick<webhooks.Webhook, 'release' | 'company'>): string {
  if (release) return `Канал мессенджера: релиз «${release.title}»`
  return company ? `Канал мессенджера: ${company.namecomp}` : 'Канал мессенджера: обо всём'
}

export const STATES: Record<webhooks.WebhookDelivery['state'], string> = {
  queued: 'ждёт',
  sent: 'доставлено',
  failed: 'не доставлено',
}

/** How one try went: «200 за 35 мс», «Соединение не принято». */
export const attemptText = ({ status, answer, took_ms }: webhooks.Attempt): string =>
  status === null ? answer : `ответ ${status} за ${took_ms} мс`

export const hasArrived = ({ status }: webhooks.Attempt): boolean => status !== null && status >= 200 && status < 300
