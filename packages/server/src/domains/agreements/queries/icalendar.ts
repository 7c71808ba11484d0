import { decodeName } from '@vypusk/contract'
import ical, { ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { oneLine } from '../../../platform/plain-text.ts'
import type { appointmentsOf } from './feed.ts'

type Appointment = Awaited<ReturnType<typeof appointmentsOf>>[number]

const HOUR_MS = 3_600_000
/** How often calendar programs are asked to look again, in seconds. */
const LOOK_AGAIN = 3600
const STATUSES = ['Дата ещё не отправлена клиенту', 'Ждёт ответа клиента', 'Согласовано'] as const

/** An hour of the installation's own zone, or the whole day (docs/decisions/0012). */
function timesOf({ releaseDate, releaseTime }: Appointment) {
  if (!releaseTime) return { start: releaseDate, allDay: true }
  const start = new Date(`${releaseDate}T${releaseTime}`)
  return { start, end: new Date(start.getTime() + HOUR_MS) }
}

/**
 * An iCalendar file of a person's agreements. The same agreements make the same bytes, so that
 * an ETag can be made of them; moments are in UTC.
 * @param publicUrl the address the product is opened by
 */
export function calendarText(appointments: Appointment[], isRivc: boolean, publicUrl: string): string {
  const calendar = ical({ prodId: '//vypusk//vypusk//RU', name: 'Выпуск: установки релизов', ttl: LOOK_AGAIN })
  const { hostname } = new URL(publicUrl)
  for (const one of appointments) {
    const { id, release_id, version, updated_at, status, title, namecomp } = one
    const url = isRivc ? `${publicUrl}/agreements/${id}` : `${publicUrl}/releases/${release_id}`
    calendar.createEvent({
      // As in the letters, so that a program that has both knows them for one.
      id: `agreement-${id}@${hostname}`,
      sequence: version,
      stamp: updated_at,
      lastModified: updated_at,
      summary: [oneLine(title), ...(isRivc ? [oneLine(decodeName(namecomp))] : [])].join(' – '),
      description: `${STATUSES[status]}\n${url}`,
      url,
      status: status === 2 ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE,
      transparency: ICalEventTransparency.TRANSPARENT,
      ...timesOf(one),
    })
  }
  return calendar.toString()
}
