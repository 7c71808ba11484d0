import { decodeName, zones } from '@vypusk/contract'
import { installationZone } from '../../../platform/clock.ts'
import { calendarFile, senderOf, type CalendarEntry, type EntryStatus } from '../../../platform/documents/icalendar.ts'
import { oneLine, plannedInWords, type Planned } from '../../../platform/text/plain-text.ts'
import { agreementHref, type AgreementPlace } from '../../access/port.ts'

interface Appointment extends Omit<CalendarEntry, 'organizer' | 'description' | 'status'> {
  status: EntryState
  /** The company's time zone; null or undefined where it has none of its own. */
  company_zone?: string | null | undefined
  /** The sender of letters, in the form of MAIL_FROM. */
  mailFrom: string
}

/** What a calendar entry says of a date; `called_off` is a cancelled one too. */
type EntryState = EntryStatus | 'called_off'

const SENTENCES: Record<EntryState, string> = {
  asked: 'Дата согласовывается.',
  agreed: 'Дата согласована.',
  cancelled: 'Согласование снято.',
  called_off: 'Релиз закрыт.',
}
const statusOf = (state: EntryState): EntryStatus => (state === 'called_off' ? 'cancelled' : state)

/**
 * Returns the description of a calendar entry. Calendar programs show the moment by their reader's clock, so the
 * description adds the company's time where that differs.
 */
export function descriptionOf(
  { url, ...planned }: Planned & { url: string },
  sentence: string,
  company_zone: string | null = null,
): string {
  const { releaseDate, releaseTime } = planned
  const wall = releaseDate && releaseTime ? { day: releaseDate, time: releaseTime } : null
  const at = wall && zones.momentOf(installationZone(), wall)
  const isOther = at && company_zone && zones.offsetAt(company_zone, at) !== zones.offsetAt(installationZone(), at)
  return [sentence, ...(isOther ? [plannedInWords({ ...planned, company_zone })] : []), url].join('\n')
}

/** Returns the calendar file of a letter, which adds one date to a calendar, moves it there, or removes it. */
export const calendarOf = ({ mailFrom, company_zone, ...entry }: Appointment): string =>
  calendarFile(
    [
      {
        ...entry,
        status: statusOf(entry.status),
        description: descriptionOf(entry, SENTENCES[entry.status], company_zone),
        organizer: senderOf(mailFrom),
      },
    ],
    {
      isCancelling: statusOf(entry.status) === 'cancelled',
    },
  )

/** The fields of an agreement that its calendar entry shows, and where it is opened. */
interface Appointed extends Planned, AgreementPlace {
  title: string
  namecomp: string
  calendar_sequence: number
}

/** Returns the name by which calendar programs know the date, in letters and behind a person's link. */
export const uidOf = (agreement_id: number, calendarHost: string): string => `agreement-${agreement_id}@${calendarHost}`

export interface Written {
  /** Whether it is for staff or for the client. */
  isRivc: boolean
  publicUrl: string
  mailFrom: string
  /** See `Addresses`. */
  calendarHost: string
  /** When the entry was written, ISO 8601. */
  at: string
}

/**
 * Returns an agreement's date as a calendar file, the same in a letter and behind its link; null while there is no
 * date.
 */
export function entryOf(
  appointed: Appointed,
  { publicUrl, mailFrom, calendarHost, at, isRivc }: Written,
  status: EntryState,
): string | null {
  const { id, title, namecomp, releaseDate, releaseTime, company_zone, calendar_sequence } = appointed
  if (!releaseDate) return null
  // What was withdrawn may be deleted by now, so its entry leads where the letter's button does.
  const href = status === 'cancelled' ? '/' : agreementHref(appointed, isRivc)
  return calendarOf({
    uid: uidOf(id, calendarHost),
    sequence: calendar_sequence,
    stamp: at,
    mailFrom,
    summary: `Установка релиза: ${oneLine(title)} – ${oneLine(decodeName(namecomp))}`,
    url: `${publicUrl}${href}`,
    releaseDate,
    releaseTime,
    company_zone,
    status,
  })
}
