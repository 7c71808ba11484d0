import type { tokens } from '@vypusk/contract'
import type { Person } from '../../platform/person.ts'
import type { RefusalSpec } from '../../platform/refusal.ts'

/** Living tokens of one person. */
export const MOST_TOKENS = 20

export const reasons = {
  noToken: [404, 'Токен не найден: возможно, он уже отозван'],
  manyTokens: [422, `Токенов уже ${MOST_TOKENS}: отзовите те, что больше не нужны`],
  askByPost: [405, 'Здесь отвечают только на сообщения ассистентов: их присылают методом POST'],
  noWebhook: [404, 'Вебхук не найден: возможно, его уже удалили'],
  noDelivery: [404, 'Такой отправки нет: они хранятся 30 дней'],
  beingSent: [422, 'Эта отправка идёт прямо сейчас, подождите результата'],
} as const satisfies Record<string, RefusalSpec>

/** A token never allows more than its person. */
export const mayHaveScope = ({ isAdmin }: Person, scope: tokens.TokenScope): true | string =>
  scope !== 'admin' || isAdmin || 'Токен для администрирования делает только администратор'
