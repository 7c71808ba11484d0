import { hasBeen } from '../../../platform/elapsed.ts'

/** Decides when a company that has not fetched its files is reminded of them (docs/decisions/0093). */

/** Working days of the company after publishing, one for each step. */
const STEPS = [2, 5] as const
/** The most reminders of one publication, including those by hand. */
export const MOST_REMINDERS = 5
/** After this many days the files were not wanted, or came by another way. */
export const DAYS_REMINDED = 30

/** The company's working days and hours by its own clock, from `calendars`. */
interface CompanyHours {
  dayAt: (at: number) => string
  after: (day: string, count: number) => string | null
  opens: (day: string) => number
  from: (at: number) => number | null
}

export interface Unfetched {
  /** When it was published, in milliseconds since 1970 like the other times. */
  published_at: number
  /** The reminders sent already, by a person (`step` null) or by the schedule. */
  reminded: readonly { step: number | null; at: number }[]
}

/**
 * The schedule's next reminder: when the company begins to work on its day, at the earliest a working day after the
 * last one; a missed one as soon as the company works again.
 * @returns undefined if none is to come
 */
export function nextFetchReminder({ published_at, reminded }: Unfetched, now: number, hours: CompanyHours) {
  const step = Math.max(0, ...reminded.map((one) => one.step ?? 0)) + 1
  const days = STEPS[step - 1]
  if (days === undefined || reminded.length >= MOST_REMINDERS) return undefined
  const natural = hours.after(hours.dayAt(published_at), days)
  const known = reminded.map(({ at }) => at).filter((at) => hasBeen(at, now))
  const apart = known.length === 0 ? natural : hours.after(hours.dayAt(Math.max(...known)), 1)
  if (natural === null || apart === null) return undefined
  const opening = hours.opens(natural > apart ? natural : apart)
  const at = opening < now ? hours.from(now) : opening
  return at === null ? undefined : { step, at }
}
