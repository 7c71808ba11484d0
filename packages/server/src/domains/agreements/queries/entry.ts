import { decodeName } from '@vypusk/contract'
import { calendarFile, senderOf, type CalendarEntry, type EntryStatus } from '../../../platform/icalendar.ts'
import { oneLine, type Planned } from '../../../platform/plain-text.ts'

interface Appointment extends Omit<CalendarEntry, 'organizer' | 'description'> {
  /** Whom letters come from, as MAIL_FROM says it. */
  mailFrom: string
}

const SAID: Record<EntryStatus, string> = {
  asked: 'Дата согласовывается.',
  agreed: 'Дата согласована.',
  cancelled: 'Согласование снято.',
}

/** The file of a letter: one date to be put into a calendar, moved there, or taken out of it. */
export const calendarOf = ({ mailFrom, ...entry }: Appointment): string =>
  calendarFile([{ ...entry, description: `${SAID[entry.standing]}\n${entry.url}`, organizer: senderOf(mailFrom) }], {
    isCancelling: entry.standing === 'cancelled',
  })

/** What the entry of an agreement says. */
interface Appointed extends Planned {
  id: number
  release_id: number
  title: string
  namecomp: string
  calendar_sequence: number
}

interface Written {
  publicUrl: string
  mailFrom: string
  /** ISO 8601, when this was written down. */
  at: string
}

/** An agreement's date as a calendar file, the same by a letter and behind its link; null while there is none. */
export function entryOf(
  { id, release_id, title, namecomp, releaseDate, releaseTime, calendar_sequence }: Appointed,
  { publicUrl, mailFrom, at }: Written,
  standing: EntryStatus,
): string | null {
  if (!releaseDate) return null
  return calendarOf({
    uid: `agreement-${id}@${new URL(publicUrl).hostname}`,
    sequence: calendar_sequence,
    stamp: at,
    mailFrom,
    summary: `Установка релиза: ${oneLine(title)} – ${oneLine(decodeName(namecomp))}`,
    url: `${publicUrl}/releases/${release_id}`,
    releaseDate,
    releaseTime,
    standing,
  })
}
