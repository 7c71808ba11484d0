import { webhooks, type tokens } from '@vypusk/contract'
import type { Person } from '../../platform/person.ts'
import type { RefusalSpec } from '../../platform/refusal.ts'

/** The most valid tokens of one person. */
export const MOST_TOKENS = 20

/** The most service accounts, blocked ones included. */
export const MOST_SERVICES = 200

export const reasons = {
  noToken: [404, 'Токен не найден: возможно, он уже отозван'],
  manyTokens: [422, `Токенов уже ${MOST_TOKENS}: отзовите те, что больше не нужны`],
  askByPost: [405, 'Здесь отвечают только на сообщения ассистентов: их присылают методом POST'],
  takesNoAnswer: [406, 'Ответ будет в JSON: назовите в заголовке Accept application/json и text/event-stream'],
  noMessage: [400, 'Это не сообщение Model Context Protocol, или его версию здесь не знают'],
  noParams: [422, 'В params не то, чего требует этот метод Model Context Protocol'],
  noTool: [422, 'Назовите инструмент: в params нужны name (текст) и, если у инструмента есть поля, arguments (объект)'],
  noService: [404, 'Сервис не найден'],
  manyServices: [422, `Сервисов уже ${MOST_SERVICES}: вместо нового измените тот, что больше не нужен`],
  serviceTokens: [422, `Токенов уже ${MOST_TOKENS}: отзовите те, что больше не нужны`],
  otherSide: [422, 'Сервис сотрудников нельзя сделать сервисом клиента и наоборот: создайте новый'],
  clientDirectory: [422, 'Каталог сообщает о людях всех компаний: он не бывает сервисом одной из них'],
  noCompany: [422, 'Компания не найдена'],
  companyHidden: [422, 'Сначала верните компанию'],
  blockedService: [422, 'Сервис заблокирован: сначала разблокируйте его'],
  expiredService: [422, 'Срок сервиса истёк: сначала продлите его'],
  noWebhook: [404, 'Вебхук не найден: возможно, его уже удалили'],
  noTracker: [404, 'Трекер не найден: возможно, его уже удалили'],
  sameAddress: (name: string) =>
    `По этому адресу уже подключён трекер «${name}», и часы считались бы дважды. Нужны другие проекты – откройте их его ключу`,
  noDelivery: [404, 'Такой отправки нет: они хранятся 30 дней'],
  beingSent: [422, 'Эта отправка идёт прямо сейчас, подождите результата'],
} as const satisfies Record<string, RefusalSpec | ((name: string) => string)>

/** The texts shown when the database rejects a change. */
export const constraints: Record<string, RefusalSpec> = {
  webhooks_release_fk: [422, 'Релиз не найден'],
  webhooks_company_fk: [422, 'Компания не найдена'],
  trackers_name_once: [422, 'Трекер с таким названием уже есть'],
}

interface Channel {
  format: webhooks.WebhookFormat
  kinds: webhooks.WebhookKind[]
  release?: number | null | undefined
  company?: number | null | undefined
}

/** The first mistake in a webhook's settings, with its field; undefined if there is none. */
export function wrongIn({ format, kinds, release, company }: Channel): [field: string, sentence: string] | undefined {
  if (release && company) return ['company', 'Канал – об одном релизе или об одной компании, не о том и другом сразу']
  if (format === 'own') {
    if (release || company) return ['format', 'Об одном релизе или компании сообщают только каналу мессенджера']
    return undefined
  }
  if (company && kinds.includes('registry.commented')) {
    return [
      'kinds',
      'Каналу компании не сообщают о реестре: в него пускают отдельных людей. Снимите «Комментарий в реестре»',
    ]
  }
  if (kinds.every(webhooks.isForChannels)) return undefined
  return ['kinds', 'Каналу мессенджера сообщают о случившемся, а не о каждом изменении: выберите другие события']
}

/** A token never allows more than its person may do. */
export const mayHaveScope = ({ isAdmin }: Person, scope: tokens.TokenScope): true | string =>
  scope !== 'admin' || isAdmin || 'Токен для администрирования делает только администратор'
