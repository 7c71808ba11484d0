import type { Outcome } from '@vypusk/contract'
import { countOf } from '../../../ui/plural.ts'
import { withMail, type Notice } from '../../kit/feedback/notices.ts'

const AGREEMENTS = ['согласование', 'согласования', 'согласований'] as const
export const agreementsCount = (count: number): string => countOf(count, AGREEMENTS)

export const sentNotice = (count: number, mail: Outcome): Notice =>
  withMail(`Отправлено: ${agreementsCount(count)}`, mail)
export const remindedNotice = (count: number, mail: Outcome): Notice =>
  withMail(`Напоминаний отправлено: ${count}`, mail)
export const anotherNotice = (count: number, mail: Outcome): Notice =>
  withMail(`Другая дата запрошена: ${agreementsCount(count)}`, mail)
