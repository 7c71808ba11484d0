/** Field → its Russian name: what the history of an agreement records. */
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

/** The same with the scope that was agreed to, and what staff did of one that changed. */
export const scopeTitles = { scope: 'Согласованный состав', scope_decision: 'Изменение состава', ...titles }

/** How the history calls what staff, or the change itself, decided. */
export const decisionWords = {
  anew: 'Согласовать заново',
  tell: 'Только сообщить',
  ignore: 'Несущественно',
  returned: 'Изменение отменено',
  upgrade: 'На момент обновления',
} as const

/** The same with what became of a date that the client offered. */
export const offerTitles = { ...titles, offer: 'Предложенная клиентом дата' }

/** Why a date was moved that the client had offered. */
export const movedByOffer = (reason: string): string =>
  reason ? `Предложил клиент: ${reason}` : 'Дату предложил клиент'

/** The same for making and deleting, where `live` says which. */
export const lifeTitles = {
  live: 'Согласование',
  releaseDate: titles.releaseDate,
  releaseTime: titles.releaseTime,
  recipients: titles.recipients,
  recipientsExtra: titles.recipientsExtra,
  remark: titles.remark,
  against: titles.against,
}

/** What the history of a reminder says. */
export const reminderTitles = { reminded: 'Напоминание клиенту', silent: 'Клиент не отвечает' }

/** Whether the schedule of reminders goes, as the history says it. */
export const ladderTitles = { ladder: 'Напоминания по расписанию' }
export const LADDER_GOES = 'идут'
export const ladderPaused = (reason: string): string => `приостановлены: ${reason}`

/** What the history says of trying on the test environment. */
export const trialTitles = { tried: 'Проверка на тестовом стенде', build: 'Сборка на тестовом стенде' }
