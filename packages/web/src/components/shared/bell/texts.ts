import type { notices } from '@vypusk/contract'
import dayjs from 'dayjs'
import { formatShortDay } from '../../../ui/dates.ts'
import { BECAUSE } from '../watching/texts.ts'

/** «Анна Иванова · вы ответственный · 12:30»; the day where it is not today. */
export function aboutNotice({ doer, reason, at, settled }: notices.Notice, now: Date = new Date()): string {
  const time = dayjs(at).format('HH:mm')
  const when = dayjs(at).isSame(now, 'day') ? time : `${formatShortDay(at)} ${time}`
  return [doer, BECAUSE[reason], when, settled && 'уже решено'].filter(Boolean).join(' · ')
}

/** What the bell is called: how many are waiting is part of it. */
export const bellLabel = (unread: number): string =>
  unread > 0 ? `Уведомления, непрочитанных: ${unread}` : 'Уведомления'

const MOST_SHOWN = 99
export const badgeOf = (unread: number): string => (unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread))
