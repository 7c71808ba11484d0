import { decodeName } from '@vypusk/contract'
import type { Settings } from '../../../platform/settings.ts'
import { calendarFile, senderOf } from '../../../platform/icalendar.ts'
import { oneLine } from '../../../platform/plain-text.ts'
import { descriptionOf } from './entry.ts'
import type { appointmentsOf } from './feed.ts'

type Appointment = Awaited<ReturnType<typeof appointmentsOf>>[number]

/** How often calendar programs should read the calendar again, in seconds. */
const LOOK_AGAIN = 3600
/** Before the title, for programs that do not show the status of an entry. */
const CALLED_OFF = 'Отменено'
const CLOSED = 'Релиз закрыт, устанавливать его не будут'
const LEFT = 'Компания больше не участвует в релизе'
const STATUSES = ['Дата ещё не отправлена клиенту', 'Ждёт ответа клиента', 'Согласовано'] as const

/** Returns the calendar behind a person's link. Its entries have the same UIDs as those in letters. */
export function calendarText(
  appointments: Appointment[],
  isRivc: boolean,
  { publicUrl, mailFrom }: Pick<Settings, 'publicUrl' | 'mailFrom'>,
): string {
  const { hostname } = new URL(publicUrl)
  const organizer = senderOf(mailFrom)
  const entries = appointments.map((one) => {
    const { id, release_id, calendar_sequence, updated_at, status, title, namecomp, releaseDate, releaseTime } = one
    const isOff = one.called_off || one.has_left
    const url = isRivc ? `${publicUrl}/agreements/${id}` : `${publicUrl}/releases/${release_id}`
    return {
      uid: `agreement-${id}@${hostname}`,
      sequence: calendar_sequence,
      stamp: updated_at,
      summary: [
        ...(isOff ? [CALLED_OFF] : []),
        oneLine(title),
        ...(isRivc ? [oneLine(decodeName(namecomp))] : []),
      ].join(' – '),
      description: descriptionOf(
        { url, releaseDate, releaseTime },
        one.called_off ? CLOSED : one.has_left ? LEFT : STATUSES[status],
        one.company_zone,
      ),
      url,
      releaseDate,
      releaseTime,
      status: isOff ? ('cancelled' as const) : status === 2 ? ('agreed' as const) : ('asked' as const),
      organizer,
    }
  })
  return calendarFile(entries, { name: 'Выпуск: установки релизов', ttl: LOOK_AGAIN, isTransparent: true })
}
