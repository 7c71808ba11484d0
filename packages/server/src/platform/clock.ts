import { zones } from '@vypusk/contract'

/** The only source of "now"; tests set their own. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** The moment as the database and the contract write it. */
export const momentOf = (clock: Clock) => clock.now().toISOString()

const DAY_MS = 24 * 3600 * 1000

/** The moment so many days of 24 hours ago: what sweepings keep begins there. */
export const daysAgo = (clock: Clock, days: number): string =>
  new Date(clock.now().getTime() - days * DAY_MS).toISOString()

/** The installation's calendar day, `YYYY-MM-DD`, by the time zone the process runs in. */
export const today = (clock: Clock): string => dayOfDate(clock.now())

/** The same of a moment, ISO 8601. */
export const dayOf = (moment: string): string => dayOfDate(new Date(moment))

/** The installation's time of day, `HH:mm`. */
export function timeOfDay(clock: Clock): string {
  const now = clock.now()
  return `${two(now.getHours())}:${two(now.getMinutes())}`
}

const two = (part: number) => String(part).padStart(2, '0')

function dayOfDate(now: Date): string {
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** The name of the zone that the process, and so the installation, runs in (docs/decisions/0006). */
export const installationZone = (): string => zones.ownZone()
