/** When the daily copy is due, and when the last is too old. Moments are ISO 8601. */

const HOUR_MS = 3_600_000
/** One night left out is no reason to wake anybody, a whole day and a half is (deploy/monitoring). */
const OLD_MS = 36 * HOUR_MS
/** What failed is tried again after so long, until it succeeds: a server of the database that restarts, a full disk. */
const AGAIN_MS = HOUR_MS

/**
 * The last moment at which a copy was to be made.
 * @param at `HH:mm` of the installation's clock
 */
export function dueMoment(now: Date, at: string): Date {
  const [hour = 0, minute = 0] = at.split(':').map(Number)
  const due = new Date(now)
  due.setHours(hour, minute, 0, 0)
  if (due > now) due.setDate(due.getDate() - 1)
  return due
}

interface Known {
  tried_at?: string | null
  made_at?: string | null
}

/** Whether a copy is to be begun: the one of the last due moment was not made, and not tried a moment ago. */
export function isCopyDue(now: Date, at: string, { tried_at, made_at }: Known): boolean {
  const isMade = made_at ? Date.parse(made_at) >= dueMoment(now, at).getTime() : false
  return !isMade && (!tried_at || now.getTime() - Date.parse(tried_at) >= AGAIN_MS)
}

/** @param last of the last copy that was made and proved, whoever made it */
export const isCopyOld = (now: Date, last: string): boolean => now.getTime() - Date.parse(last) > OLD_MS
