/** The only source of "now"; tests set their own. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** The moment as the database and the contract write it. */
export const momentOf = (clock: Clock) => clock.now().toISOString()

/** The installation's calendar day, `YYYY-MM-DD`, by the time zone the process runs in. */
export function today(clock: Clock): string {
  const now = clock.now()
  const two = (part: number) => String(part).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
