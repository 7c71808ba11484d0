import type { agreements, Outcome, reminders } from '@vypusk/contract'
import { agreementsCount } from '../../components/shared/sending/texts.ts'
import { withMail, type Notice } from '../../components/kit/feedback/notices.ts'
import { countOf } from '../../ui/plural.ts'

/** The brief's notices (section 8), word for word. */
export const NOT_UPDATED = 'Не удалось обновить согласование'
export const NOT_CREATED = 'Не удалось создать согласование'
/** Above the companies for which it failed, when others got theirs. */
export const NOT_CREATED_FOR = 'Не созданы, введённое осталось в форме'
export const ALREADY_THERE = 'Согласование для данного релиза уже существует'

export const createdNotice = (mail: Outcome): Notice => withMail('Согласование создано', mail)
export const hurriedNotice = (mail: Outcome): Notice => withMail('Отправлено', mail)
/** The same notice in the plural when several were created. */
export const createdManyNotice = (count: number, mail: Outcome): Notice =>
  count === 1 ? createdNotice(mail) : withMail(`Создано: ${agreementsCount(count)}`, mail)

/** The people a reminder is sent to. */
export const STAGES: Record<reminders.Stage, string> = {
  recipients: 'Получателям',
  deputy: 'Заместителю',
  head: 'Руководителю',
  team: 'Сотрудникам релиза',
}

export const alreadyThere = (id: number): string => `${ALREADY_THERE}. ID: ${id}`

const DAYS = ['день', 'дня', 'дней'] as const

const shownInWords = (id: number, name: string, count: number): string => {
  const words = `${count.toLocaleString('ru-RU')} ${name.toLowerCase()}`
  return id < 0 ? `у ${words}` : words
}

/** «214 согласований · 12 требуется · 30 отправлено клиенту · у 2 дата прошла»: the counts of those not yet agreed. */
export const countsInWords = ({ total, by_shown }: agreements.ListCounts): string =>
  [
    agreementsCount(total),
    ...by_shown.filter(({ id }) => id !== 2).map(({ id, name, count }) => shownInWords(id, name, count)),
  ].join(' · ')

/** «ждём 4 дня», «отправлено сегодня». */
export const waitingInWords = (days: number): string =>
  days === 0 ? 'отправлено сегодня' : `ждём ${countOf(days, DAYS)}`
