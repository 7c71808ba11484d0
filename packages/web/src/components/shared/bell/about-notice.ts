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
