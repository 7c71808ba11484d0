import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { pageOf, paging } from '../paging.ts'
import { eachOnce } from '../each-once.ts'
import { address, byId, byIdcomp, company, done, id, idText, message, moment, version } from '../values.ts'
import { orElse } from '../optional.ts'

/**
 * Events that another system can be notified of. For a change it gets only the number, and fetches the rest with its
 * own token.
 */
export const kinds = [
  'request.changed',
  'release.changed',
  'registry_entry.changed',
  'agreement.created',
  'agreement.sent',
  'agreement.reminded',
  'agreement.approved',
  'agreement.moved',
  'agreement.offered',
  'agreement.offer_accepted',
  'agreement.offer_declined',
  'agreement.offer_lapsed',
  'agreement.offer_withdrawn',
  'agreement.remarked',
  'agreement.scope_changed',
  'agreement.scope_settled',
  'agreement.tried',
  'agreement.build',
  'thread.raised',
  'thread.answered',
  'thread.closed',
  'thread.changed',
  'thread.said',
  'agreement.deleted',
  'agreement.withdrawn',
  'agreement.restored',
  'agreement.called_off',
  'agreement.resumed',
  'publication.published',
  'publication.withdrawn',
  'publication.reminded',
  'publication.received',
  'registry.commented',
] as const
export const webhookKind = z.enum(kinds)
export type WebhookKind = z.output<typeof webhookKind>

/** Names of the events for screens, the log of deliveries and messengers. */
export const KIND_NAMES: Record<WebhookKind, string> = {
  'request.changed': 'Заявка изменилась',
  'release.changed': 'Релиз изменился',
  'registry_entry.changed': 'Запись реестра изменилась',
  'agreement.created': 'Согласование создано',
  'agreement.sent': 'Согласование отправлено клиенту',
  'agreement.reminded': 'Клиенту напомнили о дате',
  'agreement.approved': 'Дата согласована',
  'agreement.moved': 'Дата перенесена',
  'agreement.offered': 'Предложена другая дата',
  'agreement.offer_accepted': 'Предложенная дата принята',
  'agreement.offer_declined': 'Предложенная дата отклонена',
  'agreement.offer_lapsed': 'Предложенная дата больше не рассматривается',
  'agreement.offer_withdrawn': 'Предложенная дата отозвана',
  'agreement.remarked': 'Замечание к согласованию',
  'agreement.scope_changed': 'Состав релиза изменился',
  'agreement.scope_settled': 'Решено об изменённом составе',
  'agreement.tried': 'Проверка на тестовом стенде',
  'agreement.build': 'Новая сборка на тестовом стенде',
  'thread.raised': 'Замечание написано',
  'thread.answered': 'Ответ на замечание',
  'thread.closed': 'Замечание закрыто',
  'thread.changed': 'Замечание или сообщение изменилось',
  'thread.said': 'Сообщение в переписке по заявке',
  'agreement.deleted': 'Согласование удалено',
  'agreement.withdrawn': 'Согласование снято',
  'agreement.restored': 'Снятие согласования отменено',
  'agreement.called_off': 'Релиз закрыт, установки не будет',
  'agreement.resumed': 'Закрытый релиз вернули в работу',
  'publication.published': 'Релиз опубликован',
  'publication.withdrawn': 'Публикация отозвана',
  'publication.reminded': 'Клиенту напомнили о файлах',
  'publication.received': 'Клиент получил или установил релиз',
  'registry.commented': 'Комментарий в реестре',
}

/**
 * `own`: signed ids for programs. `slack`: a text message in the format of incoming webhooks of Slack, Mattermost and
 * Rocket.Chat.
 */
export const formats = ['own', 'slack'] as const
export type WebhookFormat = (typeof formats)[number]

/**
 * Kinds that are not sent to a messenger's channel: it gets each event once, without changes of single fields and
 * without a remark in addition to its thread.
 */
export const NOT_FOR_CHANNELS = [
  'request.changed',
  'release.changed',
  'registry_entry.changed',
  'agreement.remarked',
  'thread.changed',
] as const
export type ChannelKind = Exclude<WebhookKind, (typeof NOT_FOR_CHANNELS)[number]>
export const isForChannels = (kind: WebhookKind): kind is ChannelKind =>
  !NOT_FOR_CHANNELS.some((changed) => changed === kind)

/** Days without a single success after which a webhook is switched off. */
export const DAYS_OF_FAILURES = 3

const fields = {
  url: address('Укажите адрес вида https://server.example.ru/hook без имени и пароля'),
  kinds: eachOnce(webhookKind).min(1, 'Выберите хотя бы одно событие').max(100),
}

const webhook = z.object({
  id,
  url: z.string(),
  format: z.enum(formats),
  /** Limits a channel to one release; null for all releases. */
  release: z.object({ id, title: z.string() }).nullable(),
  /** Limits a channel to one company's things, as far as the company may read them; null for everything. */
  company: company.nullable(),
  kinds: z.array(webhookKind),
  is_active: z.boolean(),
  /** Since when every delivery has failed. */
  failing_since: moment.nullable(),
  created_at: moment,
  version: z.int(),
})
export type Webhook = z.output<typeof webhook>

export const attempt = z.object({
  id,
  at: moment,
  took_ms: z.int().min(0),
  /** Null when there was no answer. */
  status: z.int().nullable(),
  /** The beginning of the answer, or why there was none. */
  answer: z.string(),
})
export type Attempt = z.output<typeof attempt>

const delivery = z.object({
  id,
  kind: z.string(),
  body: z.string(),
  state: z.enum(['queued', 'sent', 'failed']),
  created_at: moment,
  tries: z.array(attempt),
})
export type WebhookDelivery = z.output<typeof delivery>

const secret = z.string()
const params = z.object({ id: idText })

export const list = endpoint({
  method: 'GET',
  path: '/admin/webhooks',
  access: 'admin',
  summary: 'Addresses of other systems that are notified of changes, without their secrets.',
  reply: z.object({ webhooks: z.array(webhook) }),
})

/** Not `creates`: replies to repeated keys are stored, and this reply contains the secret. */
export const create = endpoint({
  method: 'POST',
  path: '/admin/webhooks',
  access: 'admin',
  bySessionOnly: true,
  summary:
    'Adds a webhook. `secret` is in this answer only. Each delivery is a POST with `X-Vypusk-Delivery` (the same when tried again), `X-Vypusk-Event`, `X-Vypusk-Timestamp` (seconds) and `X-Vypusk-Signature`: `sha256=` and the HMAC-SHA256 of `timestamp.body` with the secret, in hex. Any 2xx within 10 s is a success; redirects are not followed. With the format `slack` it posts to a channel of a messenger: the body is `{text}`, about everything, about one release, or about what one company may read; 422 for both, for kinds that only say that something changed, and for the registry in a channel of one company. Otherwise the body is `{event, kind, entity, id, ids, version, by, at}`: `ids` are the numbers of everything that changed; where many things changed at once `id` and `version` are 0, and where no `ids` are given everything of that `entity` may have changed.',
  body: z.object({
    ...fields,
    format: orElse(z.enum(formats), 'own'),
    release: byId.nullish(),
    company: byIdcomp.nullish(),
  }),
  reply: z.object({ message, webhook, secret }),
})

export const save = endpoint({
  method: 'POST',
  path: '/admin/webhooks/:id',
  access: 'admin',
  bySessionOnly: true,
  summary:
    'Changes a webhook, or switches it off or on again. What a channel is about cannot be changed: another one needs a new channel. 409 with `current` for a stale `version`: switching it off by itself after days of failures counts as a change.',
  params,
  body: z.object({ ...fields, is_active: z.boolean(), version }),
  reply: z.object({ message, webhook }),
})

export const renewSecret = endpoint({
  method: 'POST',
  path: '/admin/webhooks/:id/secret',
  access: 'admin',
  bySessionOnly: true,
  summary: 'Creates a new secret; later deliveries are signed with it.',
  params,
  reply: z.object({ message, secret }),
})

export const remove = endpoint({
  method: 'DELETE',
  path: '/admin/webhooks/:id',
  access: 'admin',
  summary: 'Removes a webhook with its log.',
  params,
  reply: done,
})

export const test = endpoint({
  method: 'POST',
  path: '/admin/webhooks/:id/test',
  access: 'admin',
  summary: 'Sends a delivery of the kind `test` once and reports the result.',
  params,
  reply: z.object({ message, attempt }),
})

export const deliveries = endpoint({
  method: 'GET',
  path: '/admin/webhooks/:id/deliveries',
  access: 'admin',
  summary: 'What was sent to a webhook in the last 30 days, newest first, with every try and its answer.',
  params,
  query: z.object(paging),
  reply: pageOf(delivery),
})

export const repeat = endpoint({
  method: 'POST',
  path: '/admin/webhooks/:id/deliveries/:delivery_id/repeat',
  access: 'admin',
  summary: 'Sends one delivery once more, even if it arrived, and reports the result. 422 while it is being sent.',
  params: z.object({ id: idText, delivery_id: idText }),
  reply: z.object({ message, attempt }),
})
