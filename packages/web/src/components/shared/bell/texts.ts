import { zones, type notices } from '@vypusk/contract'
import dayjs from 'dayjs'
import { formatShortDay, today } from '../../../ui/dates.ts'
import { BECAUSE } from '../watching/texts.ts'

/** «Анна Иванова · вы ответственный · 12:30», with the day when it is not today: both by the device's clock. */
export function aboutNotice({ doer, reason, at, settled }: notices.Notice, now = today(zones.ownZone())): string {
  const time = dayjs(at).format('HH:mm')
  const when = dayjs(at).isSame(now, 'day') ? time : `${formatShortDay(at, now)} ${time}`
  return [doer, BECAUSE[reason], when, settled && 'уже решено'].filter(Boolean).join(' · ')
}

/** The bell's accessible name, which includes the number of unread notices. */
export const bellLabel = (unread: number): string =>
  unread > 0 ? `Уведомления, непрочитанных: ${unread}` : 'Уведомления'

const MOST_SHOWN = 99
export const badgeOf = (unread: number): string => (unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread))
