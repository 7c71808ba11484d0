import { zones } from '@vypusk/contract'
import addressparser from 'nodemailer/lib/addressparser'
import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { installationZone } from './clock.ts'

/** How a date stands; a cancelled one leaves the calendars it was put into. */
export type EntryStatus = 'asked' | 'agreed' | 'cancelled'

/** The installation of a release as calendar programs read it. */
export interface CalendarEntry {
  /** The same wherever the thing is told of, so that a calendar moves the entry it has. */
  uid: string
  sequence: number
  /** ISO 8601, when this was written down. */
  stamp: string
  summary: string
  /** Outlook reads no URL: the address has to stand here as well (docs/decisions/0034). */
  description: string
  url: string
  releaseDate: string
  /** null: the whole day. */
  releaseTime: string | null
  standing: EntryStatus
  organizer: { name: string; email: string }
}

interface CalendarFile {
  isCancelling?: boolean
  /** Of a calendar that is subscribed to; one entry alone must have none (MS-OXCICAL 2.1.3.1.1.17). */
  name?: string
  /** How often programs are asked to look again, in seconds. */
  ttl?: number
  /** Takes nobody's time: the calendar is read beside one's own. */
  isTransparent?: boolean
  /** By whose clock the dates are meant; the installation's as a rule. */
  zone?: string
}

const STATUS: Record<EntryStatus, ICalEventStatus> = {
  asked: ICalEventStatus.TENTATIVE,
  agreed: ICalEventStatus.CONFIRMED,
  cancelled: ICalEventStatus.CANCELLED,
}
/** A published entry names whoever publishes it (RFC 5546, 3.2.1): MAIL_FROM, taken apart. */
export function senderOf(mailFrom: string) {
  const [sender] = addressparser(mailFrom, { flatten: true })
  return { name: sender?.name || 'Выпуск', email: sender?.address ?? mailFrom }
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** An hour of the zone as moments of UTC, or the whole day, whose end is the next day. */
function timesOf({ releaseDate, releaseTime }: CalendarEntry, zone: string) {
  if (releaseTime) {
    const start = new Date(zones.momentOf(zone, { day: releaseDate, time: releaseTime }))
    return { start, end: new Date(start.getTime() + HOUR_MS) }
  }
  const next = new Date(Date.parse(releaseDate) + DAY_MS).toISOString().slice(0, 10)
  return { start: releaseDate, end: next, allDay: true }
}

/** An iCalendar file; the same entries make the same bytes. Moments are in UTC (docs/decisions/0012). */
export function calendarFile(entries: CalendarEntry[], file: CalendarFile) {
  const { isCancelling, name, ttl, isTransparent, zone = installationZone() } = file
  const method = isCancelling ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH
  const calendar = ical({ prodId: '//vypusk//vypusk//RU', method, ...(name && { name }), ...(ttl && { ttl }) })
  for (const entry of entries) {
    const { uid, sequence, stamp, summary, description, url, standing, organizer, releaseTime } = entry
    const isFree = isTransparent || !releaseTime
    calendar.createEvent({
      id: uid,
      sequence,
      stamp,
      lastModified: stamp,
      summary,
      description,
      url,
      organizer,
      status: STATUS[standing],
      transparency: isFree ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
      ...timesOf(entry, zone),
    })
  }
  return calendar.toString()
}
