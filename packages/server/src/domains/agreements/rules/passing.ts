/** A date as the company counts it. */
interface Dated {
  releaseDate: string | null
  releaseTime: string | null
  /** The company's zone; null is the installation's. */
  zone: string | null
}

/** The calendar day in a zone, `YYYY-MM-DD`. */
const dayIn = (zone: string | null, now: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { ...(zone && { timeZone: zone }) }).format(now)

/**
 * Whether the date is over. A time of day is a moment of the installation's clock, the same everywhere; a day without one is
 * over when it is over at the company.
 */
export function hasPassed({ releaseDate, releaseTime, zone }: Dated, now: Date): boolean {
  if (!releaseDate) return false
  return releaseTime ? new Date(`${releaseDate}T${releaseTime}`) < now : releaseDate < dayIn(zone, now)
}
