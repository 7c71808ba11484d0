import { dayInWords, sizeInWords, zones, zoneWords } from '@vypusk/contract'

/** Turns a text into a line for a subject: no line breaks and no control characters. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ').trim()

/** Stands in notices and letters for words that their author has withdrawn. */
export const WITHDRAWN = 'Сообщение отозвано'

export { dayInWords, sizeInWords }

const two = (part: number) => String(part).padStart(2, '0')

/** A moment as «05.03.2026 12:30» in the installation's time zone (docs/decisions/0006). */
export function momentInWords(moment: string): string {
  const at = new Date(moment)
  const day = [two(at.getDate()), two(at.getMonth() + 1), at.getFullYear()].join('.')
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`
}

/** The same with the name of the clock: «05.03.2026 12:30 МСК». */
export const momentWithClock = (moment: string): string =>
  `${momentInWords(moment)} ${zones.clockAt(zones.ownZone(), Date.parse(moment))}`

/**
 * The name of the clock that a time of day refers to: «МСК», elsewhere «UTC+5», by the installation's time zone
 * (docs/decisions/0006).
 * @param zone the installation's; callers with many days pass it, because looking it up takes longer than everything else
 */
export function clockOf(day: string, time: string | null, zone = zones.ownZone()): string {
  return zones.clockAt(zone, zones.momentOf(zone, { day, time: time ?? '00:00' }))
}

/** A planned installation: a day, and perhaps a time of day in the installation's zone. */
export interface Planned {
  releaseDate: string | null
  releaseTime: string | null
  /** The company's zone; omitted or null when it has none of its own. */
  company_zone?: string | null
}

/**
 * The only format in which a planned moment is written in letters, notices, history and refusals: «05.03.2026, четверг,
 * 22:00 МСК · 05:00 пятница, Владивосток». The clock is named because the reader may be in another zone.
 */
export function plannedInWords({ releaseDate, releaseTime, company_zone = null }: Planned): string {
  if (!releaseDate) return 'не назначена'
  if (!releaseTime) return zoneWords.dayWithWeekday(releaseDate)
  return zoneWords.plannedInZones(zones.ownZone(), { day: releaseDate, time: releaseTime }, [company_zone])
}

/** The name shown to people of the client for somebody without an account who used a letter's link. */
export const BY_LETTER = 'По ссылке из письма'
