import { zones } from '@vypusk/contract'
import { formatDay } from '../../../ui/dates.ts'

interface Dated {
  releaseDate: string | null
  releaseTime: string | null
  /** Whose clock they are meant by, and the company's. */
  zone: string
  company_zone: string
}

/** The zone of whoever reads. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * «03.03.2026 21:00 МСК · 04:00 среда, Владивосток»: by the reader's own clock and, where it shows something else, by
 * the company's. A date without a time is the company's day, the same for whoever reads it.
 */
export function momentInZones({ releaseDate, releaseTime, zone, company_zone }: Dated, reader = ownZone()): string {
  if (!releaseDate) return 'Дата ещё не назначена'
  if (!releaseTime) return formatDay(releaseDate)
  const read = zones.wallIn(reader, zone, { day: releaseDate, time: releaseTime })
  return `${formatDay(read.day)} ${zones.timeInZones(reader, read, [company_zone])}`
}
