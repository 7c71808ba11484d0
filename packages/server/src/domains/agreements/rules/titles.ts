import { clockOf } from '../../../platform/text/plain-text.ts'

/** The Russian names of the fields recorded in an agreement's history. */
export const titles = {
  by_rivc: 'Согласование поставщика',
  by_client: 'Согласование клиента',
  remark: 'Замечание',
  isPublishedOnTestEnv: 'Опубликовано на тестовом стенде',
  recipients: 'Получатели',
  recipientsExtra: 'Дополнительные адреса',
  releaseDate: 'Дата установки',
  releaseTime: 'Время установки',
  cancel_reason: 'Причина переноса',
  against: 'Дата вопреки правилам',
}

interface Dated {
  releaseDate: string | null
  releaseTime: string | null
}

/**
 * Names the clock of the recorded time of day, because who reads the history, or hears of the change, may live by another
 * one (docs/decisions/0109).
 * @param dates those before and after the change
 */
export function withClock<Titles extends { releaseTime: string }>(names: Titles, ...dates: Dated[]): Titles {
  const clocks = dates.flatMap(({ releaseDate, releaseTime }) =>
    releaseDate && releaseTime ? [clockOf(releaseDate, releaseTime)] : [],
  )
  const clock = [...new Set(clocks)].join(' → ')
  return clock ? { ...names, releaseTime: `${names.releaseTime}, ${clock}` } : names
}

/** The same fields, with the agreed scope and what staff decided about a changed one. */
export const scopeTitles = { scope: 'Согласованный состав', scope_decision: 'Изменение состава', ...titles }

/** How the history names the decision about a changed scope; `returned` was caused by the change itself. */
export const decisionWords = {
  anew: 'Согласовать заново',
  tell: 'Только сообщить',
  ignore: 'Несущественно',
  returned: 'Изменение отменено',
  upgrade: 'На момент обновления',
} as const

/** The same fields, with the outcome of a date that the client offered. */
export const offerTitles = { ...titles, offer: 'Предложенная клиентом дата' }

/** The reason recorded for a move to a date that the client had offered. */
export const movedByOffer = (reason: string): string =>
  reason ? `Предложил клиент: ${reason}` : 'Дату предложил клиент'

/** The fields recorded when an agreement is created or deleted; `live` says which. */
export const lifeTitles = {
  live: 'Согласование',
  releaseDate: titles.releaseDate,
  releaseTime: titles.releaseTime,
  recipients: titles.recipients,
  recipientsExtra: titles.recipientsExtra,
  remark: titles.remark,
  against: titles.against,
}

/** Fields recorded for a reminder. */
export const reminderTitles = { reminded: 'Напоминание клиенту', silent: 'Клиент не отвечает' }

/** The field that records whether the schedule of reminders is paused. */
export const ladderTitles = { ladder: 'Напоминания по расписанию' }
export const LADDER_GOES = 'идут'
export const ladderPaused = (reason: string): string => `приостановлены: ${reason}`

/** Fields recorded for tests on the test environment. */
export const trialTitles = { tried: 'Проверка на тестовом стенде', build: 'Сборка на тестовом стенде' }
