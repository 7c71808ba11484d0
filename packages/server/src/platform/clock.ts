import { DAY_MS, zones } from '@vypusk/contract'

/** The only source of "now"; tests use their own. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** The current moment in the format of the database and the contract. */
export const momentOf = (clock: Clock) => clock.now().toISOString()

/** The moment so many days of 24 hours ago. Clean-up jobs delete what is older. */
export const daysAgo = (clock: Clock, days: number): string =>
  new Date(clock.now().getTime() - days * DAY_MS).toISOString()

/** The current day, `YYYY-MM-DD`, in the installation's time zone, which is that of the process. */
export const today = (clock: Clock): string => dayOfDate(clock.now())

/** The day of a moment given as ISO 8601. */
export const dayOf = (moment: string): string => dayOfDate(new Date(moment))

/** The installation's current time of day, `HH:mm`. */
export function timeOfDay(clock: Clock): string {
  const now = clock.now()
  return `${two(now.getHours())}:${two(now.getMinutes())}`
}

const two = (part: number) => String(part).padStart(2, '0')

function dayOfDate(now: Date): string {
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** By the variable that sets it, which `platform/database/kept-zone.ts` and tests change. */
const known = new Map<string | undefined, string>()

/**
 * The name of the time zone of the process, which is the installation's (docs/decisions/0006) and kept in its database
 * (docs/decisions/0142). It is remembered, because finding it out takes longer than most rows of a list.
 */
export function installationZone(): string {
  const variable = process.env['TZ']
  const zone = known.get(variable) ?? zones.ownZone()
  known.set(variable, zone)
  return zone
}
