import { agreements, decodeName } from '@vypusk/contract'
import { calendarFile, senderOf } from '../../../platform/documents/icalendar.ts'
import { oneLine } from '../../../platform/text/plain-text.ts'
import { agreementHref } from '../../access/port.ts'
import { descriptionOf, uidOf, type Written } from './entry.ts'
import type { appointmentsOf } from './feed.ts'

type Appointment = Awaited<ReturnType<typeof appointmentsOf>>[number]

/** How often calendar programs should read the calendar again, in seconds. */
const LOOK_AGAIN = 3600
/** Before the title, for programs that do not show the status of an entry. */
const CALLED_OFF = 'Отменено'
const CLOSED = 'Релиз закрыт, устанавливать его не будут'
const LEFT = 'Компания больше не участвует в релизе'
const LISTED = 'Релиз не публикуется для этой компании'
const WITHDRAWN = 'Согласование снято: дата больше не действует'

/** Why nothing is installed on the date; null if something may be. */
function offReason({ called_off, has_left, not_publishing, date_withdrawn }: Appointment): string | null {
  if (called_off) return CLOSED
  if (has_left) return LEFT
  if (not_publishing) return LISTED
  return date_withdrawn ? WITHDRAWN : null
}

/**
 * When the entry last changed. A date passes by itself, and an answer to a remark gives the turn back to the client;
 * the entry then says something else: programs that compare LAST-MODIFIED must not keep the old words. A new name of
 * the release or company, or another zone of the company, is not a change of the agreement itself.
 */
const stampOf = ({ updated_at, renamed_at, said_at, passes_at }: Appointment, shown: number): string =>
  [renamed_at, said_at, shown === agreements.PASSED ? passes_at : null].reduce<string>(laterOf, updated_at)

const laterOf = (one: string, other: string | null) => (other !== null && new Date(other) > new Date(one) ? other : one)

/** Returns the calendar behind a person's link. Its entries have the same UIDs as those in letters. */
export function calendarText(
  appointments: Appointment[],
  isRivc: boolean,
  { publicUrl, mailFrom, calendarHost }: Omit<Written, 'at' | 'isRivc'>,
): string {
  const organizer = senderOf(mailFrom)
  const entries = appointments.map((one) => {
    const { id, calendar_sequence, title, namecomp, releaseDate, releaseTime } = one
    const shown = isRivc ? agreements.shownStatus(one) : agreements.shownToClient(one)
    const off = offReason(one)
    const url = `${publicUrl}${agreementHref(one, isRivc)}`
    return {
      uid: uidOf(id, calendarHost),
      sequence: calendar_sequence,
      stamp: stampOf(one, shown),
      summary: [...(off ? [CALLED_OFF] : []), oneLine(title), ...(isRivc ? [oneLine(decodeName(namecomp))] : [])].join(
        ' – ',
      ),
      description: descriptionOf(
        { url, releaseDate, releaseTime },
        off ?? agreements.agreementStatusName(shown, isRivc),
        one.company_zone,
      ),
      url,
      releaseDate,
      releaseTime,
      status: off ? ('cancelled' as const) : one.status === 2 ? ('agreed' as const) : ('asked' as const),
      organizer,
    }
  })
  return calendarFile(entries, { name: 'Выпуск: установки релизов', ttl: LOOK_AGAIN, isTransparent: true })
}
