import { domainToASCII } from 'node:url'
import { DAY_MS, zones } from '@vypusk/contract'
import addressparser from 'nodemailer/lib/addressparser'
import ical, { foldLines, ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { installationZone } from '../clock.ts'

/** Status of a date; a cancelled one is removed from the calendars that contain it. */
export type EntryStatus = 'asked' | 'agreed' | 'cancelled'

/** The installation of a release as a calendar entry. */
export interface CalendarEntry {
  /** The same wherever the installation appears, so that a calendar program moves its existing entry. */
  uid: string
  sequence: number
  /** ISO 8601; when this was written. */
  stamp: string
  summary: string
  /** Outlook ignores the URL property, so the address has to be here as well (docs/decisions/0034). */
  description: string
  url: string
  releaseDate: string
  /** Null for the whole day. */
  releaseTime: string | null
  status: EntryStatus
  organizer: { name: string; email: string }
}

interface CalendarFile {
  isCancelling?: boolean
  /** Name of a subscribed calendar; a file with a single entry must not have one (MS-OXCICAL 2.1.3.1.1.17). */
  name?: string
  /** How often programs should fetch the calendar, in seconds. */
  ttl?: number
  /** Entries do not block time, because the calendar is shown beside the person's own. */
  isTransparent?: boolean
  /** The time zone of the dates; by default the installation's. */
  zone?: string
}

const STATUS: Record<EntryStatus, ICalEventStatus> = {
  asked: ICalEventStatus.TENTATIVE,
  agreed: ICalEventStatus.CONFIRMED,
  cancelled: ICalEventStatus.CANCELLED,
}

/** An address in the form that URIs have (RFC 5545, 3.3.3): its domain in ASCII. */
function uriOf(address: string): string {
  const at = address.lastIndexOf('@') + 1
  return address.slice(0, at) + (domainToASCII(address.slice(at)) || address.slice(at))
}

/** The sender of a published entry, which has to be named (RFC 5546, 3.2.1): MAIL_FROM split into its parts. */
export function senderOf(mailFrom: string) {
  const [sender] = addressparser(mailFrom, { flatten: true })
  return { name: sender?.name || 'Выпуск', email: uriOf(sender?.address ?? mailFrom) }
}

const HOUR_MS = 3_600_000

/** An hour in the zone as moments in UTC, or the whole day, which ends on the next day. */
function timesOf({ releaseDate, releaseTime }: CalendarEntry, zone: string) {
  if (releaseTime) {
    const start = new Date(zones.momentOf(zone, { day: releaseDate, time: releaseTime }))
    return { start, end: new Date(start.getTime() + HOUR_MS) }
  }
  const next = new Date(Date.parse(releaseDate) + DAY_MS).toISOString().slice(0, 10)
  return { start: releaseDate, end: next, allDay: true }
}

/** Creates an iCalendar file; the same entries give the same bytes. Moments are in UTC (docs/decisions/0012). */
export function calendarFile(entries: CalendarEntry[], file: CalendarFile) {
  const { isCancelling, name, ttl, isTransparent, zone = installationZone() } = file
  const method = isCancelling ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH
  const calendar = ical({ prodId: '//vypusk//vypusk//RU', method, ...(name && { name }), ...(ttl && { ttl }) })
  for (const entry of entries) {
    const { uid, sequence, stamp, summary, description, url, status, organizer, releaseTime } = entry
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
      status: STATUS[status],
      transparency: isFree ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
      ...timesOf(entry, zone),
    })
  }
  return calendar.toString()
}

/** The file with its lines changed as if they had never been folded, at any of their characters. */
export const unfolded = (file: string, change: (lines: string) => string): string =>
  foldLines(change(file.replaceAll(/\r\n[ \t]/g, '')))
