import { calendarFile, senderOf, type CalendarEntry, type EntryStatus } from '../../../platform/icalendar.ts'

interface Appointment extends Omit<CalendarEntry, 'organizer' | 'description'> {
  /** Whom the letter comes from, as MAIL_FROM says it. */
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
