import type { notices } from '@vypusk/contract'
import dayjs from 'dayjs'
import { formatShortDay } from '../../ui/dates.ts'

const REASONS: Record<notices.Reason, string> = {
  mentioned: 'вас упомянули',
  doer: 'вы отправляли',
  responsible: 'вы ответственный',
  recipient: 'вы адресат',
  author: 'вы автор',
  watching: 'вы следите',
}

/** «Анна Иванова · вы ответственный · 12:30»; the day where it is not today. */
export function aboutNotice({ doer, reason, at }: notices.Notice, now: Date = new Date()): string {
  const time = dayjs(at).format('HH:mm')
  const when = dayjs(at).isSame(now, 'day') ? time : `${formatShortDay(at)} ${time}`
  return [doer, REASONS[reason], when].filter(Boolean).join(' · ')
}

/** What the bell is called: how many are waiting is part of it. */
export const bellLabel = (unread: number): string =>
  unread > 0 ? `Уведомления, непрочитанных: ${unread}` : 'Уведомления'

const MOST_SHOWN = 99
export const badgeOf = (unread: number): string => (unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread))
