import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'

interface Appointment {
  /** The same for every letter about one thing, so that a calendar moves the entry. */
  uid: string
  sequence: number
  summary: string
  url: string
  releaseDate: string
  /** null: the whole day. */
  releaseTime: string | null
  confirmed: boolean
  /** ISO 8601, when the letter is written. */
  at: string
}

const HOUR_MS = 3_600_000

/**
 * An iCalendar file with the date of an installation. Its time has no zone ("floating"), as the
 * product's own times of day have none: it reads the same in every calendar.
 */
export function calendarOf({
  uid,
  sequence,
  summary,
  url,
  releaseDate,
  releaseTime,
  confirmed,
  at,
}: Appointment): string {
  const calendar = ical({ prodId: '//vypusk//vypusk//RU', method: ICalCalendarMethod.PUBLISH })
  // The library writes UTC getters for floating times: the Z keeps the process's zone out.
  const start = new Date(`${releaseDate}T${releaseTime ?? '00:00'}:00Z`)
  calendar.createEvent({
    id: uid,
    sequence,
    stamp: at,
    summary,
    url,
    status: confirmed ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE,
    ...(releaseTime
      ? { start, end: new Date(start.getTime() + HOUR_MS), floating: true }
      : { start: releaseDate, allDay: true }),
  })
  return calendar.toString()
}
