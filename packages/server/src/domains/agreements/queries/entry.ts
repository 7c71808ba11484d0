import { decodeName, zones } from '@vypusk/contract'
import { calendarFile, senderOf, type CalendarEntry, type EntryStatus } from '../../../platform/icalendar.ts'
import { oneLine, plannedInWords, type Planned } from '../../../platform/plain-text.ts'

interface Appointment extends Omit<CalendarEntry, 'organizer' | 'description'> {
  /** By whose clock the company reads it; null, or left out, where it has no zone of its own. */
  company_zone?: string | null | undefined
  /** Whom letters come from, as MAIL_FROM says it. */
  mailFrom: string
}

const SAID: Record<EntryStatus, string> = {
  asked: 'Дата согласовывается.',
  agreed: 'Дата согласована.',
  cancelled: 'Согласование снято.',
}

/** What an entry says: a program shows the moment by its reader's clock, so the company's stands here where it is another. */
export function descriptionOf(
  { url, ...planned }: Planned & { url: string },
  sentence: string,
  company_zone: string | null = null,
): string {
  const { releaseDate, releaseTime } = planned
  const wall = releaseDate && releaseTime ? { day: releaseDate, time: releaseTime } : null
  const at = wall && zones.momentOf(zones.ownZone(), wall)
  const isOther = at && company_zone && zones.offsetAt(company_zone, at) !== zones.offsetAt(zones.ownZone(), at)
  return [sentence, ...(isOther ? [plannedInWords({ ...planned, company_zone })] : []), url].join('\n')
}

/** The file of a letter: one date to be put into a calendar, moved there, or taken out of it. */
export const calendarOf = ({ mailFrom, company_zone, ...entry }: Appointment): string =>
  calendarFile(
    [
      {
        ...entry,
        description: descriptionOf(entry, SAID[entry.standing], company_zone),
        organizer: senderOf(mailFrom),
      },
    ],
    {
      isCancelling: entry.standing === 'cancelled',
    },
  )

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
  { id, release_id, title, namecomp, releaseDate, releaseTime, company_zone, calendar_sequence }: Appointed,
  { publicUrl, mailFrom, at }: Written,
  status: EntryStatus,
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
    company_zone,
    standing: status,
  })
}
