import addressparser from 'nodemailer/lib/addressparser'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'

/** How a date stands; a cancelled one leaves the calendars it was put into. */
export type Standing = 'asked' | 'agreed' | 'cancelled'

const STATUS: Record<Standing, ICalEventStatus> = {
  asked: ICalEventStatus.TENTATIVE,
  agreed: ICalEventStatus.CONFIRMED,
  cancelled: ICalEventStatus.CANCELLED,
}

interface Appointment {
  /** The same for every letter about one thing, so that a calendar moves the entry. */
  uid: string
  sequence: number
  /** Whom the letter comes from. */
  organizer: string
  summary: string
  url: string
  releaseDate: string
  /** null: the whole day. */
  releaseTime: string | null
  standing: Standing
  /** ISO 8601, when the letter is written. */
  at: string
}

const CALENDAR_NAME = 'Выпуск'

/** A published entry names whoever publishes it (RFC 5546, 3.2.1). */
function senderOf(from: string) {
  const [sender] = addressparser(from, { flatten: true })
  return { name: sender?.name || CALENDAR_NAME, email: sender?.address ?? from }
}

const HOUR_MS = 3_600_000

/**
 * An iCalendar file with the date of an installation. Its time has no zone ("floating"), as the
 * product's own times of day have none: it reads the same in every calendar.
 */
export function calendarOf({
  uid,
  sequence,
  organizer,
  summary,
  url,
  releaseDate,
  releaseTime,
  standing,
  at,
}: Appointment): string {
  const method = standing === 'cancelled' ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH
  const calendar = ical({ prodId: '//vypusk//vypusk//RU', method })
  // The library writes UTC getters for floating times: the Z keeps the process's zone out.
  const start = new Date(`${releaseDate}T${releaseTime ?? '00:00'}:00Z`)
  calendar.createEvent({
    id: uid,
    sequence,
    stamp: at,
    organizer: senderOf(organizer),
    summary,
    url,
    status: STATUS[standing],
    ...(releaseTime
      ? { start, end: new Date(start.getTime() + HOUR_MS), floating: true }
      : { start: releaseDate, allDay: true }),
  })
  return calendar.toString()
}
