/** When a company that has not fetched its files is reminded of them (docs/decisions/0093). */

/** Working days of the company after publishing, one a step. */
const STEPS = [2, 5] as const
/** More than so many of one publication nobody is sent, be it by hand. */
export const MOST_REMINDERS = 5
/** What nobody has fetched by then was not wanted, or came by another way. */
export const DAYS_REMINDED = 30

/** The company's working days and hours by its own clock, as `calendars` knows them. */
interface CompanyHours {
  dayAt: (at: number) => string
  after: (day: string, count: number) => string | null
  opens: (day: string) => number
  from: (at: number) => number | null
}

export interface Unfetched {
  /** When it was published, in milliseconds since 1970, as are the others. */
  published_at: number
  /** What was sent already, by a person (`step` null) or the schedule. */
  reminded: readonly { step: number | null; at: number }[]
}

/**
 * The schedule's next reminder: when the company begins to work on its day, no sooner than a working day after the last one;
 * one that was missed, as soon as somebody is there.
 * @returns undefined when none is to come
 */
export function nextFetchReminder({ published_at, reminded }: Unfetched, now: number, hours: CompanyHours) {
  const step = Math.max(0, ...reminded.map((one) => one.step ?? 0)) + 1
  const days = STEPS[step - 1]
  if (days === undefined || reminded.length >= MOST_REMINDERS) return undefined
  const natural = hours.after(hours.dayAt(published_at), days)
  const last = Math.max(...reminded.map(({ at }) => at))
  const apart = reminded.length === 0 ? natural : hours.after(hours.dayAt(last), 1)
  if (natural === null || apart === null) return undefined
  const opening = hours.opens(natural > apart ? natural : apart)
  const at = opening < now ? hours.from(now) : opening
  return at === null ? undefined : { step, at }
}
